import path from 'node:path'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import { type Check, type Context, Skipped } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { valueFrom } from '../support/from-schema.ts'
import { type Operation, operationsOf } from '../support/generated-input.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'

type Random = Context['random']

const hostileText = ['a\u0000b', '\u0000', 'a\ud800b', '\udfff']

/** The same value with this text in place of one of its texts, for each of them. */
const poisoned = (value: unknown, text: string): unknown[] => {
  if (typeof value === 'string') return [text]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    poisoned(inner, text).map((one) =>
      Array.isArray(value) ? value.with(Number(name), one) : { ...value, [name]: one },
    ),
  )
}

interface Hostile {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

const json = { 'content-type': 'application/json' }

/** Calls of one operation, each with a text that cannot be stored somewhere in it. */
const callsOf = ({ method, path: pattern, parameters, body, upload }: Operation, random: Random): Hostile[] => {
  const plain = pattern.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
  const inPath = [...pattern.matchAll(/\{\w+\}/g)].flatMap(([name]) =>
    ['%00', 'a%00b'].map((text) => ({ method, path: pattern.replace(name, text).replaceAll(/\{\w+\}/g, 'x') })),
  )
  const inQuery = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => `${name}=a%00`),
    'q=%00',
    '%00=1',
  ].map((query) => ({ method, path: `${plain}?${query}` }))
  const headers = parameters.some(({ name }) => name === 'If-Match') ? { ...json, 'if-match': '"1"' } : json
  const inBody = body
    ? hostileText.flatMap((text) =>
        [...poisoned(valueFrom(body, random), text), { [text]: 1 }].map((one) => ({
          method,
          path: plain,
          headers,
          // JSON.stringify escapes halves of pairs, so they arrive as they are.
          body: JSON.stringify(one),
        })),
      )
    : []
  const inUpload = upload
    ? ['file', 'alt', 'x\0'].map((name) => ({
        method,
        path: plain,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.from(
          `--x\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="a\0.png"' : ''}\r\n\r\na\0b\r\n--x--\r\n`,
        ),
      }))
    : []
  return [...inPath, ...inQuery, ...inBody, ...inUpload]
}

/** Answered by the path alone: what is in the query is never read. */
const fromMemory = new Set(['/api/content', '/api/openapi.json'])

const cookies = ['x=%00', 'vitrine.session_token=%00', 'vitrine.session_token=%00.AAAA', 'vitrine.two_factor=%00']

const scan = async (product: OwnedProduct, rounds: number, random: Random) => {
  const operations = operationsOf((await product.ask('/api/openapi.json')).json)
  const faults: string[] = []
  const taken: string[] = []
  let sent = 0
  const send = async (call: Hostile, cookie: string | undefined, mustRefuse: boolean) => {
    sent += 1
    const headers = { origin: product.url, ...(cookie ? { cookie } : {}), ...call.headers }
    const { status, text } = await product.ask(call.path, { ...call, headers })
    const told = `${call.method} ${call.path} ${JSON.stringify(String(call.body ?? '')).slice(0, 80)}: ${status} ${text.slice(0, 120)}`
    if (status >= 500) faults.push(told)
    else if (mustRefuse && status < 400) taken.push(told)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const operation of operations)
      for (const call of callsOf(operation, random))
        for (const cookie of [undefined, product.cookie]) await send(call, cookie, !fromMemory.has(operation.path))
  for (const { method, path: pattern } of operations)
    if (method === 'GET' && !pattern.includes('{'))
      for (const cookie of cookies) await send({ method, path: pattern }, cookie, false)
  const message = 'user_name=A&user_email=a%40b.example&message=m'
  for (const body of [`${message}%00`, `x%00=1&${message}`, `${message}&website=%00`, `${message}&proof=%00`])
    await send(
      { method: 'POST', path: '/api/messages', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      undefined,
      true,
    )
  const logged = product
    .said()
    .split('\n')
    .filter((line) => line.includes('A request failed'))
  const page = await product.ask('/')
  return { operations: operations.length, sent, faults, taken, logged, page: page.status }
}

/** NUL, which Postgres does not store, and halves of surrogate pairs, wherever text can come in. */
export const nul: Check = {
  name: 'nul',
  kind: 'threat',
  promise:
    'Text that a database cannot store (NUL, half a surrogate pair) in any path, query, body, form, file name or cookie of any call, by any caller, is refused with 4xx on SQLite and on Postgres; nothing of it is stored, and nothing fails.',
  run: async ({ folder, random, times }) => {
    const bin = findPostgres()
    if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
    const server = await startPostgres(bin)
    try {
      const figures = []
      for (const [name, env] of [
        ['SQLite', {}],
        ['Postgres', { DATABASE_URL: server.url('postgres') }],
      ] as [string, Record<string, string>][]) {
        const options = { env, empty: true, dataDir: path.join(folder, name) }
        const found = await withOwned(options, (product) => scan(product, times(2, 1), random))
        figures.push(
          atLeast(`calls on ${name}`, found.sent, times(3000, 1500)),
          atLeast(`kinds of calls on ${name}`, found.operations, 60),
          none(`answers with 5xx on ${name}`, found.faults),
          none(`calls taken on ${name}`, found.taken),
          none(`faults in the log on ${name}`, found.logged),
          none(`pages missing afterwards on ${name}`, found.page === 200 ? [] : [found.page]),
        )
      }
      return figures
    } finally {
      await server.stop()
    }
  },
}
