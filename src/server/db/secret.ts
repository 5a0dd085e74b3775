import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../model/errors.ts'
import { makeFolder, makeWholeFile } from '../process/private-files.ts'
import { type Database, readMeta } from './database.ts'

const disk = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']

const generate = () => randomBytes(32).toString('base64url')

const read = async (file: string): Promise<string | undefined> => {
  const secret = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (secret === undefined || secret.trim().length >= 32) return secret?.trim()
  throw new Error(`${file} holds no whole secret. Delete it to make a new one; everyone signs in again.`)
}

const besideSqlite = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, `${name}.secret`)
  const kept = await read(file)
  if (kept !== undefined) return kept
  await makeFolder(dataDir, 0o700)
  try {
    // Half a secret would prevent every later start.
    await makeWholeFile(file, `${generate()}\n`)
    return (await read(file)) as string
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!disk.includes(code)) throw error
    throw new Unavailable(`No secret can be kept in ${dataDir} (${code}). Make room there, and try again.`)
  }
}

/** The secret of this name where there is one; `stored` is the store's own. Creates nothing. */
export const findSecret = async (
  stored: string | undefined,
  dataDir: string,
  name: string,
): Promise<string | undefined> => stored ?? read(path.join(dataDir, `${name}.secret`))

/** Creates the secret of this name at the first call, in a file next to SQLite or in Postgres. */
export const readOrCreateSecret = async (db: Database, dataDir: string, name: string): Promise<string> => {
  const key = `secret ${name}`
  const stored = () => readMeta(db.kysely, key)
  // A restored store holds its secret, on SQLite as well: both are replaced in one step.
  const kept = await stored()
  if (kept !== undefined) return kept
  if (db.kind === 'sqlite') return besideSqlite(dataDir, name)
  await db.kysely
    .insertInto('meta')
    .values({ key, value: generate() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await stored()) as string
}
