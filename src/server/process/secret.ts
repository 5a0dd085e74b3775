import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'

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
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Whole or not at all: half a secret would stop every start after this one.
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${generate()}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      // Another process was quicker; its secret is the one.
      if (error.code === 'EEXIST') return undefined
      // Some file systems know no links.
      return rename(draft, file)
    })
    return (await read(file)) as string
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!disk.includes(code)) throw error
    throw new Unavailable(`No secret can be kept in ${dataDir} (${code}). Make room there, and try again.`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** The secret of this name: made once, then kept beside the data, which with Postgres is in it. */
export const readOrCreateSecret = async (db: Database, dataDir: string, name: string): Promise<string> => {
  const key = `secret ${name}`
  const stored = async () =>
    (await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
  // On SQLite, too: a restored store brings its secret within, so that both take their place in one step.
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
