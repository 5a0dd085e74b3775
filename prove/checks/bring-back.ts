import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseOptions } from '../../src/server/db/open.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { exported } from '../../tests/contract/exported.ts'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import type { Check, Context } from '../check.ts'
import { atLeast, atMost, none } from '../support/figures.ts'
import { type OwnedProduct, startAgain, startOwned } from '../support/owned-product.ts'
import { until } from '../support/until.ts'

/** All content as the store holds it now, as a text. */
const storedIn = async (options: DatabaseOptions): Promise<string> => {
  const database = await openDatabase(options)
  return exported(database).finally(() => database.close())
}

interface Store {
  options: DatabaseOptions
  /** The product on this store; both processes of one site, or the same one twice. */
  products: [OwnedProduct, OwnedProduct]
  /** The skills that are not deleted. */
  made: { id: string; version: number; published: boolean }[]
  /** Ends the first as a power cut does, and starts it again. */
  killFirst(): Promise<void>
}

/** Creates, edits, hides, deletes and moves skills and changes settings, so many times, by one process after the other. */
const changeAtRandom = async (
  { products, made }: Store,
  { count, random }: { count: number; random: Context['random'] },
) => {
  for (let n = 0; n < count; n += 1) {
    const product = random.pick(products)
    const { own } = product
    const one = made.length > 0 ? random.pick(made) : undefined
    const address = `/api/entries/skills/${one?.id}`
    const data = { name: `Skill of change ${n}`, percent: random.below(101) }
    const kind = one ? random.pick(['create', 'edit', 'edit', 'hide', 'delete', 'move', 'settings'] as const) : 'create'
    const sent =
      kind === 'create'
        ? await own('POST', '/api/entries/skills', { data })
        : kind === 'settings'
          ? await own('PATCH', '/api/settings', { role: `Role ${n}` })
          : kind === 'move'
            ? await own('PUT', '/api/entries/skills/order', { ids: random.shuffled(made.map(({ id }) => id)) })
            : kind === 'delete'
              ? await own('DELETE', address)
              : kind === 'hide'
                ? await own(one?.published ? 'DELETE' : 'POST', `${address}/publication`)
                : await own('PATCH', address, { data }, { 'if-match': `"${one?.version}"` })
    if (sent.status >= 300) throw new Error(`To ${kind} was answered ${sent.status}: ${sent.text}`)
    if (kind === 'create') made.push({ id: sent.json.id, version: sent.json.version, published: true })
    if (kind === 'delete')
      made.splice(
        made.findIndex(({ id }) => id === one?.id),
        1,
      )
    const { version, status } = sent.json
    if (one && (kind === 'edit' || kind === 'hide')) Object.assign(one, { version, published: status === 'published' })
  }
}

const newestChange = async ({ own }: OwnedProduct) => (await own('GET', '/api/changes?limit=1')).json.changes[0].id
const pastOf = async ({ own }: OwnedProduct, change: number) => {
  const { json } = await own('GET', `/api/past-site?change=${change}`)
  return { change: json.change, version: json.version }
}
const bringBackOn = ({ own }: OwnedProduct, past: object) => own('POST', '/api/past-site/restoration', past)

/** Brings the site as it was back many times and kills the process meanwhile; returns the problems found. */
const broughtBack = async (store: Store, { random, times }: Context) => {
  const { options, products, killFirst } = store
  const wrong: string[] = []
  await changeAtRandom(store, { count: times(50, 10), random })
  const then = await newestChange(products[1])
  const was = await storedIn(options)
  await changeAtRandom(store, { count: times(500, 20), random })
  const now = await storedIn(options)
  const undo = async () => {
    const { status, text } = await products[1].own('POST', `/api/changes/${await newestChange(products[1])}/undo`)
    if (status >= 300) wrong.push(`the undo was answered ${status}: ${text}`)
    if ((await storedIn(options)) !== now) wrong.push('the undo left something')
  }

  const whole = performance.now()
  const { status, text } = await bringBackOn(products[0], await pastOf(products[0], then))
  const longest = performance.now() - whole
  if (status !== 201) wrong.push(`bringing back was answered ${status}: ${text}`)
  if ((await storedIn(options)) !== was) wrong.push('what was brought back is not what was')
  const contents = () => Promise.all(products.map(async ({ ask }) => (await ask('/api/content')).json.skills))
  const isShown = async () => {
    const [one, other] = await contents()
    return JSON.stringify(one) === JSON.stringify(other)
  }
  const shownAfter = (await until(isShown, 10_000)) ?? 10_000
  await undo()

  const ends = { before: 0, after: 0 }
  for (let kill = 0; kill < times(30, 3); kill += 1) {
    const past = await pastOf(products[0], then)
    const answered = bringBackOn(products[0], past).then(
      ({ status: told }) => told,
      () => undefined,
    )
    // From before it begins until after it is acknowledged.
    await sleep(random.below(Math.ceil(longest * 1.2)))
    await killFirst()
    const told = await answered
    const found = await storedIn(options)
    if (found !== was && found !== now) wrong.push('half of it was brought back')
    if (told === 201 && found !== was) wrong.push('what was acknowledged is gone')
    ends[found === was ? 'after' : 'before'] += 1
    if (found === was) await undo()
  }

  const past = await pastOf(products[0], then)
  const both = await Promise.all(products.map((product) => bringBackOn(product, past)))
  const answers = both.map(({ status: told }) => told).sort()
  if (answers.join() !== '201,409') wrong.push(`two at once were answered ${answers}`)
  if ((await storedIn(options)) !== was) wrong.push('two at once left something else')
  return { wrong, ends, shownAfter }
}

const onSqlite = async (context: Context) => {
  const dataDir = path.join(context.folder, 'sqlite')
  const first = await startOwned({ dataDir })
  const products: Store['products'] = [first, first]
  const killFirst = async () => {
    await products[0].kill()
    products.fill(await startAgain(first.cookie, { dataDir }))
  }
  return broughtBack({ options: { dataDir }, products, made: [], killFirst }, context).finally(() => products[0].stop())
}

const onPostgres = async (context: Context, bin: string) => {
  const server = await startPostgres(bin)
  const env = { DATABASE_URL: server.url('postgres') }
  const startOne = (cookie: string, name: string) =>
    startAgain(cookie, { dataDir: path.join(context.folder, name), env })
  const products: OwnedProduct[] = []
  try {
    const first = await startOwned({ dataDir: path.join(context.folder, 'first'), env })
    products.push(first, await startOne(first.cookie, 'second'))
    const killFirst = async () => {
      await products[0]?.kill()
      products[0] = await startOne(first.cookie, 'first')
    }
    const options = { databaseUrl: env.DATABASE_URL, dataDir: context.folder }
    return await broughtBack({ options, products: products as Store['products'], made: [], killFirst }, context)
  } finally {
    for (const product of products) await product.stop()
    await server.stop()
  }
}

/** The site as it was, under the same faults as any other write. */
export const bringBack: Check = {
  name: 'bring-back',
  kind: 'fault',
  promise:
    'After 500 changes at random the site as it was is brought back as one change: all of it or nothing, though the process is killed meanwhile, and with two processes on one Postgres. Undone, every byte is as before. Of two that bring it back at once, one is refused.',
  run: async (context) => {
    const bin = findPostgres()
    const [sqlite, postgres] = [await onSqlite(context), bin ? await onPostgres(context, bin) : undefined]
    const both = [sqlite, ...(postgres ? [postgres] : [])]
    const sum = (end: 'before' | 'after') => both.reduce((all, { ends }) => all + ends[end], 0)
    return [
      atLeast('stores: SQLite, and two processes on Postgres', both.length, bin ? 2 : 1),
      atLeast('kills after which all was as before', sum('before'), 1),
      atLeast('kills after which all was brought back', sum('after'), 1),
      none(
        'not whole, not undone, or lost',
        both.flatMap(({ wrong }) => wrong),
      ),
      atMost('the other process shows it after', postgres?.shownAfter ?? 0, 1000, 'ms'),
    ]
  },
}
