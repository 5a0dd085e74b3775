import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Figure } from '../../bench/figure.ts'
import { median, percentile } from '../../bench/figure.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { startSmtp } from '../../tests/support/smtp-server.ts'
import type { Check, Context } from '../check.ts'
import { atMost, none } from '../support/figures.ts'
import { type OwnedProduct, person, startOwned, withOwned } from '../support/owned-product.ts'

/** Somebody listens where Postgres should, and never answers. */
const silentPostgres = async (): Promise<Figure[]> => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const started = performance.now()
  const opened = await openDatabase({ databaseUrl: `postgres://x@127.0.0.1:${port}/x`, dataDir: '/nonexistent' }).then(
    () => ['it opened'],
    () => [],
  )
  const ms = performance.now() - started
  silent.close()
  return [
    none('Postgres never answers: opened', opened),
    atMost('Postgres never answers: until refused', ms, 3000, 'ms'),
  ]
}

/** The mail server takes every email and answers none. */
const hangingMail = async ({ times }: Context): Promise<Figure[]> => {
  const smtp = await startSmtp()
  smtp.mode = 'hang'
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'post@site.example', MAIL_TO: 'owner@people.example' }
  const product = await startOwned({ env })
  const waits: number[] = []
  const wrong: string[] = []
  for (let n = 0; n < times(60, 30); n += 1) {
    const body = { user_name: 'Visitor', user_email: 'visitor@people.example', message: `Is there time in May? ${n}` }
    const { status, text, ms } = await product.ask('/api/messages', { method: 'POST', body })
    waits.push(ms)
    if (status !== 201) wrong.push(`${status} ${text.slice(0, 100)}`)
  }
  while (smtp.hanging === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const started = performance.now()
  const code = await product.stop()
  const ms = performance.now() - started
  await smtp.close()
  return [
    none('mail hangs: messages not taken', wrong),
    atMost('mail hangs: wait of a visitor, p95', percentile(waits, 95), 300, 'ms'),
    none('mail hangs: exit codes other than 0', code === 0 ? [] : [code]),
    atMost('mail hangs: until the process has ended', ms, 10_000, 'ms'),
  ]
}

/** By how much the medians of two calls differ, in ms; turn and turn about, so that whatever else the machine does meets both. */
const gap = async (
  rounds: number,
  calls: readonly [(n: number) => Promise<{ ms: number }>, (n: number) => Promise<{ ms: number }>],
) => {
  const all: [number[], number[]] = [[], []]
  for (let n = 0; n < rounds; n += 1) for (const at of [0, 1] as const) all[at].push((await calls[at](n)).ms)
  return Math.abs(median(all[0]) - median(all[1]))
}

/** Answers take the same time for addresses with and without an account. */
const accountTimes = async ({ times }: Context): Promise<Figure[]> => {
  const post = ({ ask, url }: OwnedProduct, way: string, body: unknown) =>
    ask(`/api/auth/${way}/email`, { method: 'POST', body, headers: { origin: url } })
  return withOwned({}, async (product) => {
    const { email } = person('Olga')
    const signIn = (address: string) => post(product, 'sign-in', { email: address, password: 'not this one at all' })
    const signUp = (address: string) => post(product, 'sign-up', { ...person('Twin'), email: address })
    const rounds = times(61, 21)
    return [
      atMost(
        'signing in, known and unknown',
        await gap(rounds, [() => signIn(email), (n) => signIn(`in${n}@people.example`)]),
        10,
        'ms',
      ),
      atMost(
        'signing up, known and unknown',
        await gap(rounds, [() => signUp(email), (n) => signUp(`up${n}@people.example`)]),
        10,
        'ms',
      ),
    ]
  })
}

/** Times that tests do not look at, because they say as much of the machine. */
export const deadlines: Check = {
  name: 'deadlines',
  kind: 'fault',
  timed: true,
  promise:
    'A start gives up within three seconds when nothing answers at the address of Postgres; a mail server that hangs delays no visitor, and the end of the process by ten seconds at most; known and unknown addresses are answered in the same time.',
  run: async (context) => [
    ...(await silentPostgres()),
    ...(await hangingMail(context)),
    ...(await accountTimes(context)),
  ],
}
