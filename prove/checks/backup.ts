import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findPostgres, type PostgresServer, startPostgres } from '../../tests/support/postgres.ts'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check, Context } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { startOwned } from '../support/owned-product.ts'
import { publicPages, unlikePages } from '../support/public-pages.ts'
import { runCli } from '../support/run-cli.ts'
import { flawsIn } from '../support/stored.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

const failed = ({ code, out, err }: { code: number | null; out: string; err: string }, what: string) =>
  code === 0 ? [] : [`${what}: ${code} ${err || out}`]

/** Damages a backup in every way that one can think of, and lists those that were restored all the same, or left something. */
const takenThoughDamaged = async (file: string, { folder, random, times }: Context) => {
  const whole = readFileSync(file)
  const flips = Array.from({ length: times(40, 1) }, () => random.below(whole.length))
  const lengths = [0, 1, 100, 4096, whole.length >> 1, whole.length - 300, whole.length - 1]
  const damages: [string, Buffer][] = [
    ...[whole.length - 2, ...flips].map((at): [string, Buffer] => {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] as number) ^ (1 << random.below(8))
      return [`bit at ${at}`, bytes]
    }),
    ...lengths.slice(times(0, 6)).map((length): [string, Buffer] => [`cut to ${length}`, whole.subarray(0, length)]),
    ['a web page', Buffer.from('<!doctype html><title>Not found</title>')],
  ]
  const taken: string[] = []
  const dataDir = path.join(folder, 'damaged')
  const damaged = path.join(folder, 'damaged.backup')
  for (const [what, bytes] of damages) {
    writeFileSync(damaged, bytes)
    const { code, err } = await runCli(['restore', damaged], { DATA_DIR: dataDir })
    if (code !== 1 || err.includes('    at ')) taken.push(`${what}: ${code} ${err.slice(0, 200)}`)
    if (existsSync(path.join(dataDir, 'vitrine.db'))) taken.push(`${what} left a store`)
  }
  return { tried: damages.length, taken }
}

interface Trial {
  acknowledged: number
  lost: string[]
  wrong: string[]
  unlike: string[]
  pages: number
  seconds: number
  file: string
}

/** Through its socket; the name is there because an address has to have one. */
const addressOf = (server: PostgresServer, database: string) => server.url(database).replace('@/', '@localhost/')

const onOne = async (context: Context, name: string, server?: PostgresServer): Promise<Trial> => {
  const place = (folder: string) => path.join(context.folder, `${name} ${folder}`)
  const env = server ? { DATABASE_URL: addressOf(server, 'postgres') } : {}
  const from = { ...env, DATA_DIR: place('data') }
  const wrong: string[] = []
  const command = async (what: string, words: string[], variables: Record<string, string>) => {
    const ran = await runCli(words, variables)
    wrong.push(...failed(ran, what))
    return ran
  }

  if (!server) await copySampleData(from.DATA_DIR, { empty: context.quick })
  const product = await startOwned({ dataDir: from.DATA_DIR, env, empty: context.quick })
  const known = nothingYet()
  const writers = startWriters(product, known, { entries: await makeEntries(product, 4), visitors: 4 })
  await writers.acknowledged(context.times(400, 60))
  const before = structuredClone(known)
  const [busy, quiet] = [place('busy.backup'), place('quiet.backup')]
  await command('backup under writes', ['backup', busy], from)
  await writers.acknowledged(20)
  await writers.stop()
  await product.stop()
  wrong.push(...writers.strange)

  // Restored into SQLite whatever it came from, where it can be looked into.
  await command('restore of it', ['restore', busy], { DATA_DIR: place('busy') })
  const lost = [...lostFrom(place('busy'), before), ...flawsIn(place('busy'))]
  const trial = { acknowledged: before.writes, lost, wrong, file: busy }
  if (context.quick) return { ...trial, unlike: [], pages: 0, seconds: 0 }

  const served = await publicPages(from.DATA_DIR, env, async () => {
    await command('backup at rest', ['backup', quiet], from)
  })
  const into = { ...(server ? { DATABASE_URL: addressOf(server, 'template1') } : {}), DATA_DIR: place('restored') }
  const started = performance.now()
  await command('restore on an empty machine', ['restore', quiet], into)
  const seconds = (performance.now() - started) / 1000
  const { DATA_DIR, ...rest } = into
  const again = await publicPages(DATA_DIR, rest)
  return { ...trial, seconds, pages: served.size, unlike: unlikePages(served, again) }
}

/** What one makes for the day on which all else fails. */
export const backup: Check = {
  name: 'backup',
  kind: 'fault',
  quick: true,
  promise:
    'A backup made while people write contains every write that was acknowledged before it began. Restored on an empty machine in at most thirty seconds, it serves the same pages and images byte for byte. A damaged backup is refused and changes nothing.',
  run: async (context) => {
    const trials = [await onOne(context, 'SQLite')]
    const bin = context.quick ? undefined : findPostgres()
    if (bin) {
      const server = await startPostgres(bin)
      try {
        trials.push(await onOne(context, 'Postgres', server))
      } finally {
        await server.stop()
      }
    }
    const damaged = await takenThoughDamaged(trials[0]?.file ?? '', context)
    const all = <T>(of: (trial: Trial) => T[]) => trials.flatMap(of)
    return [
      atLeast('databases', trials.length, bin ? 2 : 1),
      atLeast(
        'writes acknowledged before',
        Math.min(...trials.map(({ acknowledged }) => acknowledged)),
        context.times(400, 60),
      ),
      none(
        'of them missing, or flaws',
        all(({ lost }) => lost),
      ),
      none(
        'commands that failed',
        all(({ wrong }) => wrong),
      ),
      atLeast('damaged ones tried', damaged.tried, context.times(40, 4)),
      none('of them restored, or not refused in order', damaged.taken),
      ...(context.quick
        ? []
        : [
            atLeast('pages and images compared', Math.min(...trials.map(({ pages }) => pages)), 100),
            none(
              'not the same to the byte',
              all(({ unlike }) => unlike),
            ),
            figure(
              'longest restore',
              Math.max(...trials.map(({ seconds }) => seconds)),
              { atMost: 30 },
              { unit: 'seconds' },
            ),
          ]),
    ]
  },
}
