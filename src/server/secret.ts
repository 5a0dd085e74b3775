import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './db/database.ts'

const generate = () => randomBytes(32).toString('base64url')

const besideSqlite = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, `${name}.secret`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    const handle = await open(file, 'wx', 0o600)
    const secret = generate()
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
    await handle.close()
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length < 32)
      throw new Error(`${file} holds no whole secret. Delete it to make a new one; everyone signs in again.`)
    return secret
  }
}

/** The secret of this name: made once, then kept beside the data, which with Postgres is in it. */
export const keptSecret = async (db: Database, dataDir: string, name: string): Promise<string> => {
  const key = `secret ${name}`
  if (db.kind === 'sqlite') {
    // A restored store brings its secret within, so that both take their place in one step.
    const row = await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value ?? besideSqlite(dataDir, name)
  }
  await db.kysely
    .insertInto('meta')
    .values({ key, value: generate() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db.kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return value
}
