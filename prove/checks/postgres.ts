import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import { type Check, type Context, Skipped } from '../check.ts'
import { atLeast, atMost, figure, none, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'
import { type PostgresLine, startLine } from '../support/postgres-line.ts'
import { watchPage } from '../support/watch-page.ts'

const email = (text: string) => ({ user_name: 'Visitor', user_email: 'visitor@people.example', message: text })

const createTrial = (product: OwnedProduct) => {
  const wrong: string[] = []
  const waits: number[] = []
  let refused = 0
  const save = (name: string) => product.own('POST', '/api/entries/skills', { data: { name, percent: 1 } })
  return {
    wrong,
    waits,
    refused: () => refused,
    /** Saves for so many ms while Postgres is away: each must be refused, soon and in order. */
    whileAway: async (why: string, ms: number) => {
      const until = performance.now() + ms
      while (performance.now() < until) {
        const answer = await save(`while it is ${why}`)
        waits.push(answer.ms)
        refused += 1
        if (answer.status !== 503) wrong.push(`${why}: ${answer.status} ${answer.text.slice(0, 120)}`)
        await sleep(100)
      }
    },
    /** How long until a save succeeds again, in ms. */
    untilBack: async (why: string) => {
      const started = performance.now()
      for (;;) {
        const { status, text } = await save(`after it was ${why}`)
        if (status === 201) return performance.now() - started
        if (status !== 503) wrong.push(`after ${why}: ${status} ${text.slice(0, 120)}`)
        if (performance.now() - started > 20_000)
          throw new Error(`After it was ${why} no save succeeded within 20 s: ${text}`)
        await sleep(50)
      }
    },
  }
}

/** Messages whose COMMIT is stored but whose answer is lost, sent again under the same key. Tells which are not stored once. */
const loseCommits = async (product: OwnedProduct, line: PostgresLine, { times }: Context) => {
  const wrong: string[] = []
  const count = times(20, 5)
  for (let n = 0; n < count; n += 1) {
    const send = () =>
      product.ask('/api/messages', {
        method: 'POST',
        body: email(`Answer ${n} lost`),
        headers: { 'idempotency-key': `lost-${n}` },
      })
    line.mode = 'deaf to commits'
    const first = await send()
    line.mode = 'through'
    // Either it noticed by itself that it was stored, or it says that it does not know.
    if (first.status !== 201 && first.status !== 503) wrong.push(`first ${first.status} ${first.text.slice(0, 100)}`)
    const again = await send()
    if (again.status !== 201) wrong.push(`again ${again.status} ${again.text.slice(0, 100)}`)
  }
  const { messages } = (await product.own('GET', '/api/messages?limit=200')).json
  for (let n = 0; n < count; n += 1) {
    const stored = messages.filter(({ message }: { message: string }) => message === `Answer ${n} lost`).length
    if (stored !== 1) wrong.push(`message ${n} is stored ${stored} times`)
  }
  return wrong
}

/** The database of a larger installation, taken away in every way. */
export const postgres: Check = {
  name: 'postgres',
  kind: 'fault',
  timed: true,
  promise:
    'Postgres crashes and comes back, its connection goes silent, an answer to COMMIT is lost: the page is served throughout, saves are refused with 503 within three seconds and work again without a restart, and nothing is stored twice.',
  run: async (context) => {
    const bin = findPostgres()
    if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
    const server = await startPostgres(bin)
    const behind = new URL(server.url('postgres').replace('@/', '@x/')).searchParams.get('host') ?? ''
    const line = await startLine(behind)
    const env = { DATABASE_URL: `postgres://vitrine@127.0.0.1:${line.port}/postgres` }
    try {
      return await withOwned({ env, dataDir: path.join(context.folder, 'data') }, async (product) => {
        const trial = createTrial(product)
        const watch = watchPage(product.url)
        const back: number[] = []
        for (let round = 0; round < context.times(3, 1); round += 1) {
          await server.crash()
          await trial.whileAway('crashed', 4000)
          await server.restart()
          back.push(await trial.untilBack('crashed'))
          line.mode = 'silent'
          await trial.whileAway('silent', 7000)
          line.mode = 'through'
          back.push(await trial.untilBack('silent'))
        }
        const lost = await loseCommits(product, line, context)
        const met = await watch.stop()
        return [
          atLeast('saves refused while it was away', trial.refused(), 5),
          none('answers other than 503', trial.wrong),
          atMost('longest wait of a save', Math.max(...trial.waits), 3300, 'ms'),
          figure('longest until a save succeeded again', Math.max(...back) / 1000, { atMost: 5 }, { unit: 'seconds' }),
          atLeast('answers to COMMIT lost', line.lost, context.times(20, 5)),
          none('not stored exactly once', lost),
          ...pageFigures(met),
        ]
      })
    } finally {
      await line.close()
      await server.stop()
    }
  },
}
