import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { VitrineError } from '../../model/errors.ts'
import { assertDiskSpace } from '../backup/backup-disk-space.ts'
import { type BackupSource, makeBackup } from '../backup/make-backup.ts'

interface Version {
  node: string
  program: string
}

const commandOf =
  ({ node, program }: Version, env: NodeJS.ProcessEnv) =>
  (...words: string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      execFile(node, [program, ...words], { env, maxBuffer: 1 << 26 }, (error, _out, said) =>
        error ? reject(new Error(said.trim().split('\n').slice(-6).join('\n') || error.message)) : resolve(),
      )
    })

/**
 * Variables with which a command works on a copy in `dataDir`. Those that lead to Postgres are empty and not left out: a file `.env` in the
 * folder of the command would fill them in again.
 */
export const copyVariables = (variables: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv => {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) => [name, `${name}_FILE`])
  const without = Object.fromEntries(names.map((name) => [name, '']))
  return { ...variables, ...without, DATA_DIR: dataDir, BACKUP_BEFORE_UPDATE: 'off' }
}

/** Leaves room for the copy of the copy that the newer version makes. */
const reserve = 64 * 2 ** 20

/**
 * Lets a newer version migrate a copy of the data, make every page from it and answer `/healthz` and the first page, while the site goes
 * on. No command sends anything or opens a port to others. Throws with what it said when it fails.
 */
export const rehearse = async (version: Version, source: BackupSource, variables: NodeJS.ProcessEnv): Promise<void> => {
  await assertDiskSpace(source, reserve)
  await mkdir(source.dataDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(source.dataDir, 'update-'))
  try {
    const { file } = await makeBackup(source, { to: path.join(folder, 'copy.backup') })
    const command = commandOf(version, copyVariables(variables, path.join(folder, 'data')))
    const site = path.join(folder, 'site')
    await command('restore', file)
    await command('export', site)
    if (!existsSync(path.join(site, 'index.html'))) throw new Error('It made no first page.')
    await command('try-copy')
  } catch (error) {
    throw new VitrineError(
      'invalid',
      `The new version does not work with a copy of this data, so nothing was changed:\n${(error as Error).message}`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
