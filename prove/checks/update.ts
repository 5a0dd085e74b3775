import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Figure } from '../../bench/figure.ts'
import { checksums } from '../../scripts/release/checksums.ts'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { installRelease, makeKey, makeReleases, type NextRelease, signList } from '../support/made-releases.ts'
import { type Met, type Trial, updateUnderLoad } from '../support/site-under-update.ts'
import { program } from '../support/tools.ts'

const releases: NextRelease[] = [
  { version: '9.1.0', migrates: "throw new Error('broken')" },
  { version: '9.2.0', migrates: "process.kill(process.pid, 'SIGKILL')" },
  { version: '9.3.0', isUnwell: true },
  { version: '9.4.0', isUnwell: true, keepsTables: true },
  { version: '9.5.0' },
  { version: '9.6.0' },
]

/** Those that end alike on both databases. */
const broken = (next: (version: string) => string): Trial[] => [
  ...['9.1.0', '9.2.0'].map(
    (version): Trial => ({
      file: next(version),
      ends: 'back',
      says: /is not well: vitrine\.service did not stay up\..*serves again, with the data as it was/s,
    }),
  ),
  { file: next('9.4.0'), ends: 'back', says: /is not well: \/healthz: .*"degraded".*serves again/s },
]

/** Files for which nobody vouches, as the version without a key and the one with a key see them. */
const strangers = async (folder: string, next: (version: string) => string) => {
  const lay = (name: string, list?: string, version = '9.6.0', file = path.basename(next(version))) => {
    mkdirSync(path.join(folder, name))
    copyFileSync(next(version), path.join(folder, name, file))
    if (list !== undefined) writeFileSync(path.join(folder, name, 'SHA256SUMS'), list)
    return path.join(folder, name, file)
  }
  const [older, list] = [await checksums([next('9.5.0')]), await checksums([next('9.6.0')])]
  const blank = (text: string) => text.replace(/ {2}.*/, ' *my vitrine.tgz')
  const damaged = lay('damaged', list)
  appendFileSync(damaged, ' ')
  const forged = lay('forged', list)
  await signList(await makeKey(path.join(folder, 'theirs')), path.dirname(forged))
  const refused = (file: string, says: RegExp): Trial => ({ file, says, ends: 'refused' })
  return {
    withoutKey: [
      refused(lay('bare'), /There is no SHA256SUMS/),
      refused(lay('unlisted', older), /SHA256SUMS does not name/),
      refused(damaged, /is not the file it should be/),
      refused(lay('another', blank(older), '9.6.0', 'my vitrine.tgz'), /is not the file it should be/),
    ],
    withKey: [
      refused(lay('unsigned', list), /SHA256SUMS\.sig is missing/),
      refused(forged, /is not signed with the key of releases/),
    ],
    withBlank: lay('my files', blank(older), '9.5.0', 'my vitrine.tgz'),
    unlisted: lay('back', undefined, '9.5.0'),
  }
}

const figures = (where: string, trials: readonly Trial[], { gaps, ...met }: Met): Figure[] => [
  atLeast(`${where}: releases tried`, trials.length, 5),
  none(`${where}: releases that ended otherwise`, met.wrong),
  atLeast(`${where}: acknowledged writes`, met.writes, 80 * trials.length),
  none(`${where}: acknowledged writes lost`, met.lost),
  none(`${where}: writes answered strangely`, met.strange),
  atLeast(`${where}: visits`, met.visits, 1000),
  none(`${where}: visits answered with anything but the page`, met.failed),
  ...(['updated', 'back'] as const).map((ends) =>
    figure(`${where}: longest time without an answer, ${ends}`, gaps[ends] / 1000, undefined, { unit: 'seconds' }),
  ),
]

const tryOnPostgres = async (site: Omit<Parameters<typeof updateUnderLoad>[0], 'databaseUrl'>, trials: Trial[]) => {
  const bin = findPostgres()
  if (!bin)
    return [figure('Postgres', 0, undefined, { note: 'Not tried: initdb and postgres are not on this machine.' })]
  const server = await startPostgres(bin)
  try {
    return figures('Postgres', trials, await updateUnderLoad({ ...site, databaseUrl: server.url('postgres') }, trials))
  } finally {
    await server.stop()
  }
}

/** Releases that follow another, as `npm run release` makes them, while people visit, save and write. */
export const update: Check = {
  name: 'update',
  kind: 'fault',
  timed: true,
  long: true,
  promise:
    'An update of an installed release under load loses no acknowledged write. A release for which nobody vouches is refused; one whose migration throws, ends the process, or that says it is not well is left, by itself, for the version before with its data.',
  run: async ({ folder }) => {
    program('ssh-keygen', 'openssh-client')
    // Root has “nobody” try a version.
    chmodSync(folder, 0o755)
    const { first, next } = await makeReleases(folder, releases)
    const installed = await installRelease(path.join(folder, 'prefix'), first)
    const { withoutKey, withKey, withBlank, unlisted } = await strangers(folder, next)
    const place = (name: string) => {
      mkdirSync(path.join(folder, name))
      return path.join(folder, name)
    }
    const on = (name: string) => ({ installed, first, folder: place(name) })
    const updated = (file: string, says: RegExp, ...options: string[]): Trial => ({
      file,
      says,
      options,
      ends: 'updated',
    })
    const unwell = next('9.3.0')
    const onSqlite: Trial[] = [
      ...withoutKey,
      ...broken(next),
      { file: unwell, ends: 'back', says: /did not stay up\..*serves again, with the data as it was/s },
      updated(withBlank, /who wrote that list is not known.*The service runs it/s),
      ...withKey,
      // Its tables are those of the one before.
      updated(next('9.6.0'), /signed with the key of releases.*The service runs it/s),
      updated(unlisted, /compared with nothing/, '--unchecked'),
    ]
    // Tables that were migrated are not taken back there.
    const onPostgres: Trial[] = [
      ...broken(next),
      { file: unwell, ends: 'stays', says: /"degraded".*cannot take over by itself.*was started again.*To go back/s },
      ...withKey,
      updated(next('9.5.0'), /signed with the key of releases.*The service runs it/s),
    ]
    const met = await updateUnderLoad({ ...on('sqlite'), databaseUrl: undefined }, onSqlite)
    return [...figures('SQLite', onSqlite, met), ...(await tryOnPostgres(on('postgres'), onPostgres))]
  },
}
