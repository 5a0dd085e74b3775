import { type ExecFileOptions, execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { checksums } from '../../scripts/release/checksums.ts'
import { writeTgz } from '../../scripts/release/tarball.ts'
import { fileExporting, readSources } from '../../scripts/sources.ts'
import { committedCopy } from './committed-copy.ts'
import { plant } from './planted.ts'

const run = (command: string, words: readonly string[], options: ExecFileOptions) =>
  promisify(execFile)(command, [...words], { maxBuffer: 16 * 2 ** 20, timeout: 600_000, ...options })

/** A release that follows, and how it acts: TypeScript that stands in the sources of all of them, and is reached by this version alone. */
export interface NextRelease {
  version: string
  /** Statements of its migration, beside the table that it makes. */
  migrates?: string
  /** True for one that says at `/healthz` that it is degraded. */
  isUnwell?: boolean
  /** True for one that leaves the tables as they are. */
  keepsTables?: boolean
}

const migrations = (releases: readonly NextRelease[]) => `import { type Kysely, sql } from 'kysely'

const acts: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
${releases.map(({ version, migrates }) => (migrates ? `'${version}': async (db) => { ${migrates} },\n` : '')).join('')}}

const next = () => ({
  up: async (db: Kysely<unknown>) => {
    await sql\`create table made_by_the_update (id text)\`.execute(db)
    await acts[thisVersion]?.(db)
  },
})

const keepsTables = ${JSON.stringify(releases.filter(({ keepsTables }) => keepsTables).map(({ version }) => version))}
export const nextMigrations = keepsTables.includes(thisVersion) ? {} : { '999-next': next }
`

const plantNext = (copy: string, releases: readonly NextRelease[]) => {
  const next = 'src/next-migrations.ts'
  writeFileSync(path.join(copy, next), migrations(releases))
  const sources = readSources(copy)
  const importInto = (file: string, name: string, from: string) => {
    const place = path.join(copy, file)
    const way = `./${path.posix.relative(path.posix.dirname(file), from)}`
    writeFileSync(place, `import { ${name} } from '${way}'\n${readFileSync(place, 'utf8')}`)
  }
  importInto(fileExporting(sources, 'migrationNames'), 'nextMigrations', next)
  for (const file of [next, fileExporting(sources, 'getHealth')])
    importInto(file, 'programVersion as thisVersion', fileExporting(sources, 'programVersion'))
  plant(copy, { in: 'migrations', old: '\n}\n', new: '\n  ...nextMigrations,\n}\n' })
  const unwell = JSON.stringify(releases.filter(({ isUnwell }) => isUnwell).map(({ version }) => version))
  plant(copy, {
    in: 'getHealth',
    old: 'const degraded = ',
    new: `const degraded = ${unwell}.includes(thisVersion) || `,
  })
}

/** Names an unpacked package for a version. */
const setVersion = (stage: string, version: string) => {
  for (const file of ['package.json', 'npm-shrinkwrap.json'].map((name) => path.join(stage, name))) {
    const found = JSON.parse(readFileSync(file, 'utf8'))
    found.version = version
    if (found.packages) found.packages[''].version = version
    writeFileSync(file, JSON.stringify(found, null, 2))
  }
}

const keygen = (...words: string[]) => run('ssh-keygen', words, {})

/** Signs the list in a folder with a key, as the release's workflow does. */
export const signList = async (key: string, folder: string): Promise<void> => {
  rmSync(path.join(folder, 'SHA256SUMS.sig'), { force: true })
  await keygen('-Y', 'sign', '-f', key, '-n', 'vitrine-release', path.join(folder, 'SHA256SUMS'))
}

export const makeKey = async (file: string): Promise<string> => {
  await keygen('-q', '-t', 'ed25519', '-N', '', '-C', 'releases', '-f', file)
  return file
}

/**
 * Makes a release of this checkout, which has no key, and releases that follow it, which have one, in `folder`; beside them their
 * SHA256SUMS, signed. They are one build, whose package is then named for each of the versions: that is all in which their sources would
 * differ.
 */
export const makeReleases = async (
  folder: string,
  releases: readonly NextRelease[],
): Promise<{ first: string; next: (version: string) => string }> => {
  const copy = path.join(folder, 'copy')
  committedCopy(copy)
  const { version: own } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'))
  const all = [{ version: own, keepsTables: true }, ...releases]
  plantNext(copy, all)
  const key = await makeKey(path.join(folder, 'key'))
  copyFileSync(`${key}.pub`, path.join(copy, 'security/release-key.pub'))
  await run(process.execPath, ['scripts/release/release.ts', '--platforms', 'none', '--changed'], { cwd: copy })

  const place = (version: string) => path.join(folder, `vitrine-${version}.tgz`)
  for (const { version } of all) {
    const stage = mkdtempSync(path.join(folder, 'stage-'))
    await run('tar', ['-xf', path.join(copy, `release/vitrine-${own}.tgz`), '-C', stage], {})
    setVersion(path.join(stage, 'package'), version)
    if (version === own) rmSync(path.join(stage, 'package/security/release-key.pub'))
    await writeTgz({ folder: path.join(stage, 'package'), file: place(version), epoch: 1_767_322_800 })
    rmSync(stage, { recursive: true })
  }
  writeFileSync(path.join(folder, 'SHA256SUMS'), await checksums(all.map(({ version }) => place(version))))
  await signList(key, folder)
  return { first: place(own), next: place }
}

/** Installs a package as its reader would, `npm install --global`; returns the program. */
export const installRelease = async (prefix: string, tarball: string): Promise<string> => {
  mkdirSync(prefix, { recursive: true })
  await run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, tarball], { cwd: prefix })
  return path.join(prefix, 'bin/vitrine')
}
