import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check, Context } from '../check.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { atLeast, none } from '../support/figures.ts'
import { type OwnedProduct, startAgain, startOwned } from '../support/owned-product.ts'
import { until } from '../support/until.ts'

/** In ms: more than a process needs to find, after a start, what was due. */
const longestWaitMs = 60_000
const clocks = ['-1d', '+0', '+1d']

interface Scheduled {
  id: string
  publishAt: number
  takeOffAt: number
}

const entryPath = (id: string) => `/api/entries/skills/${id}`

/** A draft that goes live in a moment and is taken off a moment later. */
const schedule = async (product: OwnedProduct, name: string, wait: number, stay: number): Promise<Scheduled> => {
  const made = await product.own('POST', '/api/entries/skills', { data: { name, percent: 5 }, publish: false })
  const id = String(made.json?.id)
  // On a busy machine a time may be over when it arrives.
  for (let later = wait; ; later *= 2) {
    const publishAt = Date.now() + later
    const takeOffAt = publishAt + stay
    const times = { publishAt: new Date(publishAt).toISOString(), takeOffAt: new Date(takeOffAt).toISOString() }
    const answer = await product.own('PUT', `${entryPath(id)}/schedule`, times)
    if (answer.status === 200) return { id, publishAt, takeOffAt }
    if (later > longestWaitMs) throw new Error(`The schedule was answered ${answer.status}: ${answer.text}`)
  }
}

const actsOn = async (product: OwnedProduct, id: string): Promise<string[]> => {
  const { json } = await product.own('GET', `/api/changes?entry=${id}`)
  const changes = (json?.changes ?? []) as { action: string }[]
  return changes
    .map(({ action }) => action)
    .filter((action) => action === 'publish' || action === 'unpublish')
    .reverse()
}

const isDone = async (product: OwnedProduct, id: string) =>
  (await product.own('GET', entryPath(id))).json?.schedule === null

/**
 * Kills the process around the times of entries and between, in rounds of two kills; after the first the clock may be wrong. So many
 * rounds, and more where a busy machine was late for half of the times.
 */
const killAroundTimes = async ({ folder, random }: Pick<Context, 'folder' | 'random'>, rounds: number) => {
  const dataDir = path.join(folder, 'data')
  const { set, env } = fakeClock(folder)
  await copySampleData(dataDir, { empty: true })
  const first = await startOwned({ dataDir, env })
  const { cookie } = first
  const start = () => startAgain(cookie, { dataDir, env })
  const early: string[] = []
  const late: string[] = []
  const wrong: string[] = []
  let product = first
  let atKill = 0
  let jumps = 0
  let round = 0
  const enough = Math.ceil(rounds / 2)

  while (round < rounds || (atKill < enough && round < 5 * rounds)) {
    round += 1
    const some: Scheduled[] = []
    for (let n = 0; n < 3; n += 1)
      some.push(await schedule(product, `${round}.${n}`, 500 + random.below(1200), 200 + random.below(1200)))
    const moments = some.flatMap(({ publishAt, takeOffAt }) => [publishAt, takeOffAt])
    const ahead = moments.filter((time) => time > Date.now() + 300)
    const moment = (ahead[random.below(ahead.length)] ?? 0) - 60 + random.below(120)
    await sleep(Math.max(0, moment - Date.now()))
    const killedAt = Date.now()
    await product.kill()
    if (moments.some((time) => Math.abs(time - killedAt) < 150)) atKill += 1

    const jump = clocks[round % clocks.length] ?? '+0'
    set(jump)
    if (jump !== '+0') jumps += 1
    product = await start()
    const due = (time: number) => jump !== '-1d' || time <= killedAt
    for (const { id, publishAt, takeOffAt } of some) {
      const acts = await actsOn(product, id)
      const most = [publishAt, takeOffAt].filter(due).length
      if (acts.length > most) early.push(`${round} ${jump}: ${acts.join(', ')}`)
    }
    await sleep(random.below(400))
    await product.kill()
    set('+0')
    product = await start()

    for (const { id, takeOffAt } of some) {
      const took = await until(() => isDone(product, id), longestWaitMs + Math.max(0, takeOffAt - Date.now()))
      if (took === undefined) late.push(`${round} ${jump}`)
      const acts = await actsOn(product, id)
      if (acts.join() !== 'publish,unpublish') wrong.push(`${round} ${jump}: ${acts.join(', ') || 'nothing'}`)
    }
  }
  const page = await product.ask('/')
  await product.stop()
  return [
    atLeast('kills', 2 * round, 2 * rounds),
    atLeast('of them within 150 ms of a time', atKill, enough),
    atLeast('jumps of the clock', jumps, Math.floor(rounds / 3)),
    atLeast('entries', 3 * round, 3 * rounds),
    none('taken before their time', early),
    none('still waiting a minute after their time', late),
    none('not published and taken off exactly once, in this order', wrong),
    none('pages missing after the last', page.status === 200 ? [] : [page.status]),
  ]
}

/** The times of entries, with a process that dies. */
export const schedules: Check = {
  name: 'schedules',
  kind: 'fault',
  quick: true,
  promise:
    'The process is killed around the times at which entries go live and are taken off the page, and between; the clock jumps a day back or ahead meanwhile. Each entry is published once and taken off once, never before its time.',
  run: (context) => killAroundTimes(context, context.times(30, 3)),
}
