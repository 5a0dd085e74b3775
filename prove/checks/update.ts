import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Figure } from '../../bench/figure.ts'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { installRelease, isReal, makeReleases, type NextRelease } from '../support/made-releases.ts'
import { type Met, type Trial, updateUnderLoad } from '../support/site-under-update.ts'

const releases: NextRelease[] = [
  { version: '9.1.0', migrates: "throw new Error('broken')" },
  { version: '9.2.0', migrates: `if (${isReal}) throw new Error('broken')` },
  { version: '9.3.0', migrates: `if (${isReal}) process.kill(process.pid, 'SIGKILL')` },
  { version: '9.4.0', isUnwell: isReal },
  { version: '9.5.0' },
  { version: '9.6.0', isUnwell: isReal, keepsTables: true },
  { version: '9.7.0', isUnwell: 'true' },
  { version: '9.8.0' },
]

/** Those that end alike on both databases. */
const alike: Trial[] = [
  { version: '9.1.0', says: /does not work with a copy of this data.*broken/s },
  { version: '9.7.0', says: /does not work with a copy of this data.*"degraded"/s },
  { version: '9.2.0', says: /did not come up \(exit code 1\):\n {2}broken\n.*serves again, with the data as it was/s },
  { version: '9.3.0', says: /did not come up \(ended by SIGKILL\)\.\n.*serves again/s },
  { version: '9.6.0', says: /did not come up \(exit code 2\):\n.*"degraded".*serves again/s },
]

const onSqlite: Trial[] = [
  ...alike,
  { version: '9.4.0', says: /did not come up \(exit code 2\):\n.*"degraded".*serves again/s },
  { version: '9.5.0' },
  // Its tables are those of the one before.
  { version: '9.8.0' },
]

/** Tables that were migrated are not taken back there. */
const onPostgres: Trial[] = [
  ...alike,
  {
    version: '9.4.0',
    says: /serves, and not as it should:\n.*"degraded".*To go back.*vitrine restore \S+/s,
    stays: true,
  },
  { version: '9.5.0' },
]

const figures = (where: string, trials: readonly Trial[], met: Met): Figure[] => [
  atLeast(`${where}: releases tried`, trials.length, 7),
  none(`${where}: releases that ended otherwise`, met.wrong),
  atLeast(`${where}: acknowledged writes`, met.writes, 80 * trials.length),
  none(`${where}: acknowledged writes lost`, met.lost),
  none(`${where}: writes answered strangely`, met.strange),
  atLeast(`${where}: visits`, met.visits, 1000),
  none(`${where}: visits that failed`, met.failed),
  figure(`${where}: longest wait of a visit`, met.worstMs / 1000, undefined, { unit: 'seconds' }),
]

const tryOnPostgres = async (site: Omit<Parameters<typeof updateUnderLoad>[0], 'databaseUrl'>) => {
  const bin = findPostgres()
  if (!bin)
    return [figure('Postgres', 0, undefined, { note: 'Not tried: initdb and postgres are not on this machine.' })]
  const server = await startPostgres(bin)
  try {
    const met = await updateUnderLoad({ ...site, databaseUrl: server.url('postgres') }, onPostgres)
    return figures('Postgres', onPostgres, met)
  } finally {
    await server.stop()
  }
}

/** Releases that follow another, as `npm run release` makes them, while people visit, save and write. */
export const update: Check = {
  name: 'update',
  kind: 'fault',
  promise:
    'An update of an installed release under load loses no acknowledged write and no visit. A release whose migration throws, ends the process, or that says it is not well is left, by itself, for the version before with its data; so is one that fails on a copy of the data.',
  run: async ({ folder }) => {
    const { first, next } = await makeReleases(folder, releases)
    const installed = await installRelease(path.join(folder, 'prefix'), first)
    const place = (name: string) => {
      mkdirSync(path.join(folder, name))
      return path.join(folder, name)
    }
    const met = await updateUnderLoad({ installed, folder: place('sqlite'), next, databaseUrl: undefined }, onSqlite)
    return [
      ...figures('SQLite', onSqlite, met),
      ...(await tryOnPostgres({ installed, folder: place('postgres'), next })),
    ]
  },
}
