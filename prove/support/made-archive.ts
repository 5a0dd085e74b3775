import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runScript } from '../../scripts/release/run.ts'

const root = path.resolve(import.meta.dirname, '../..')

let made: Promise<string> | undefined

const make = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-release-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await runScript(['scripts/release/release.ts', '--changed', '--out', folder], { cwd: root })
  return path.join(folder, `${readdirSync(folder).find((name) => name.endsWith('.tar.xz'))}`)
}

/** The archive of a release of this checkout with Node in it, made once for all checks of a run. */
export const madeArchive = (): Promise<string> => {
  made ??= make()
  return made
}
