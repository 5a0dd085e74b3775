import { type ExecFileOptions, execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { checksums } from '../../scripts/release/checksums.ts'
import { writeTgz } from '../../scripts/release/tarball.ts'
import { committedCopy } from './committed-copy.ts'

const run = (command: string, words: readonly string[], options: ExecFileOptions) =>
  promisify(execFile)(command, [...words], { maxBuffer: 16 * 2 ** 20, timeout: 600_000, ...options })

/** A release that follows, and how it acts: TypeScript that stands in the sources of all of them, and is reached by this version alone. */
export interface NextRelease {
  version: string
  /** Statements of its migration, beside the table that it makes. */
  migrates?: string
  /** Condition under which it says at `/healthz` that it is degraded. */
  isUnwell?: string
  /** True for one that leaves the tables as they are. */
  keepsTables?: boolean
}

/** True on the data of the site, and false on the copy on which an update is rehearsed. */
export const isReal = "!process.env.DATA_DIR?.includes('/update-')"

const migration = (releases: readonly NextRelease[]) => `import { type Kysely, sql } from 'kysely'
import { programVersion } from '../../process/program-version.ts'

const acts: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
${releases.map(({ version, migrates }) => (migrates ? `'${version}': async (db) => { ${migrates} },\n` : '')).join('')}}

const next = () => ({
  up: async (db: Kysely<unknown>) => {
    await sql\`create table made_by_the_update (id text)\`.execute(db)
    await acts[programVersion]?.(db)
  },
})

const keepsTables = ${JSON.stringify(releases.filter(({ keepsTables }) => keepsTables).map(({ version }) => version))}
export const nextMigrations = keepsTables.includes(programVersion) ? {} : { '999-next': next }
`

const edit = (folder: string, file: string, ...replacements: [old: string, next: string][]) => {
  const place = path.join(folder, file)
  let text = readFileSync(place, 'utf8')
  for (const [old, next] of replacements) {
    if (text.split(old).length !== 2) throw new Error(`${file} does not have once: ${old}`)
    text = text.replace(old, () => next)
  }
  writeFileSync(place, text)
}

const plantNext = (copy: string, releases: readonly NextRelease[]) => {
  writeFileSync(path.join(copy, 'src/server/db/migrations/999-next.ts'), migration(releases))
  const lastImport = "import type { Tables } from './tables.ts'"
  edit(
    copy,
    'src/server/db/migrate.ts',
    [lastImport, `import { nextMigrations } from './migrations/999-next.ts'\n${lastImport}`],
    ['\n}\n\nexport const migrationNames', '\n  ...nextMigrations,\n}\n\nexport const migrationNames'],
  )
  const unwell = releases.flatMap(({ version, isUnwell }) =>
    isUnwell ? [`(programVersion === '${version}' && ${isUnwell})`] : [],
  )
  const health = "import { contentVersion } from '../journal/journal.ts'"
  edit(
    copy,
    'src/server/health/liveness.ts',
    [health, `${health}\nimport { programVersion } from '../process/program-version.ts'`],
    ['const degraded = ', `const degraded = ${['false', ...unwell].join(' || ')} || `],
  )
}

const setVersion = (copy: string, version: string, files: readonly string[]) => {
  for (const file of files) {
    const found = JSON.parse(readFileSync(path.join(copy, file), 'utf8'))
    found.version = version
    if (found.packages) found.packages[''].version = version
    writeFileSync(path.join(copy, file), `${JSON.stringify(found, null, 2)}\n`)
  }
}

const runRelease = async (copy: string) => {
  await run(process.execPath, ['scripts/release/release.ts', '--platforms', 'none', '--changed'], { cwd: copy })
  const { version } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'))
  return path.join(copy, 'release', `vitrine-${version}.tgz`)
}

/**
 * Makes the release of this checkout, and releases that follow it, in `folder`; beside them their SHA256SUMS. Those that follow are one
 * build, whose package is then named for each of the versions: that is all in which their sources would differ.
 */
export const makeReleases = async (
  folder: string,
  releases: readonly NextRelease[],
): Promise<{ first: string; next: (version: string) => string }> => {
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
  for (const copy of [one, other]) committedCopy(copy)
  plantNext(other, releases)
  const [{ version: base = '' } = {}] = releases
  setVersion(other, base, ['package.json', 'package-lock.json'])
  edit(other, 'CHANGELOG.md', ['## [Unreleased]\n', `## [Unreleased]\n\n## [${base}] - 2026-01-02\n\n- As planted.\n`])
  const first = await runRelease(one)
  const built = await runRelease(other)

  const place = (version: string) => path.join(folder, `vitrine-${version}.tgz`)
  for (const { version } of releases) {
    const stage = mkdtempSync(path.join(folder, 'stage-'))
    const { status, stderr } = spawnSync('tar', ['-xf', built, '-C', stage], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`tar: ${stderr}`)
    setVersion(path.join(stage, 'package'), version, ['package.json', 'npm-shrinkwrap.json'])
    await writeTgz({ folder: path.join(stage, 'package'), file: place(version), epoch: 1_767_322_800 })
    rmSync(stage, { recursive: true, force: true })
  }
  writeFileSync(path.join(folder, 'SHA256SUMS'), await checksums(releases.map(({ version }) => place(version))))
  return { first, next: place }
}

/** Installs a package as its reader would, `npm install --global`; returns the program and the folder that it is in. */
export const installRelease = async (prefix: string, tarball: string): Promise<{ program: string; folder: string }> => {
  mkdirSync(prefix, { recursive: true })
  await run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, tarball], { cwd: prefix })
  return { program: path.join(prefix, 'bin/vitrine'), folder: path.join(prefix, 'lib/node_modules/vitrine') }
}
