import { createHmac, randomBytes } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { counted } from '../../model/counted.ts'
import { countErasable } from '../../model/inbox/stored-message.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'
import type { Tables } from '../db/tables.ts'
import { learn } from '../inbox/learned-signals.ts'
import { eraseWithin } from '../inbox/personal-data.ts'
import { backupFolder, makeFolder, makeWholeFile } from '../process/private-files.ts'
import { erasedName, eraseTestimonial } from '../testimonials/erase-testimonial.ts'

// Next to the backups, which hold the persons still: one line for each erasure, the hash of the address under a key of its own, and the time.

const hashOf = (key: string, address: string) => createHmac('sha256', key).update(address).digest('base64url')

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

const keyFile = (folder: string) => path.join(folder, 'erased.key')

const keyBytes = 32

const readKey = async (folder: string): Promise<string> => {
  const key = await readFile(keyFile(folder), 'utf8').catch(unlessMissing)
  if (key !== undefined && Buffer.from(key, 'base64url').length === keyBytes) return key
  throw new Error(
    `${path.join(folder, 'erased')} cannot be read without a whole erased.key. Bring the key back next to it, or delete both: erased persons then come back with old data.`,
  )
}

/** Remembers that the person with this email address, in lower case, was erased at that time. */
export const noteErased = async (dataDir: string, address: string, at = new Date()): Promise<void> => {
  const folder = backupFolder(dataDir)
  await makeFolder(folder, 0o700)
  await makeWholeFile(keyFile(folder), randomBytes(keyBytes).toString('base64url'))
  // The one before may have been cut off.
  const line = `\n${hashOf(await readKey(folder), address)} ${at.toISOString()}\n`
  await makeWholeFile(path.join(folder, 'erased'), '')
  await appendFile(path.join(folder, 'erased'), line, { flush: true })
}

/**
 * Finds when the person with an email address was erased here last (ISO 8601); undefined for who was not. Rejects for a list without its
 * whole key; tells the person at the command line of lines that are cut off.
 */
export const readErased = async (
  dataDir: string,
  note: (sentence: string) => void = (sentence) => process.stderr.write(`${sentence}\n`),
): Promise<(email: string) => string | undefined> => {
  const folder = backupFolder(dataDir)
  const file = path.join(folder, 'erased')
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return () => undefined
  const key = await readKey(folder)
  const lines = text.split('\n').filter((line) => line !== '')
  // Older versions went on behind a line that was cut off.
  const found = lines.map((line) => /([\w-]{43}) (\d{4}-\S+Z)$/.exec(line))
  const torn = lines.filter((line, n) => found[n]?.[0] !== line).length
  if (torn > 0)
    note(
      `${file} has ${counted(torn, 'line that is', 'lines that are')} cut off: who was erased then may come back with old data.`,
    )
  const times = new Map(found.flatMap((one) => (one ? [[one[1], one[2]]] : [])))
  return (email) => times.get(hashOf(key, email.trim().toLowerCase()))
}

/** Erases from the copy of a SQLite store whoever was erased here after they wrote; returns the number of persons. */
export const eraseAgain = async (file: string, dataDir: string): Promise<number> => {
  const erasedAt = await readErased(dataDir)
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  try {
    const { rows } = await sql<{ address: string }>`
      select lower(user_email) as address from messages union select lower(recipient) from deliveries
      union select lower(reply_to) from deliveries where reply_to is not null
      union select lower(email) from testimonial_requests
      union select lower(json_extract(before, '$.email')) from changes
        where collection = 'testimonial-requests' and before is not null
      union select lower(json_extract(after, '$.email')) from changes
        where collection = 'testimonial-requests' and after is not null`.execute(kysely)
    // A digest outlives the messages that it is about.
    const digests = await kysely.selectFrom('deliveries').select('text').where('kind', '=', 'digest').execute()
    const named = digests.flatMap(({ text }) => text.toLowerCase().split(/[\s()]/)).filter((word) => word.includes('@'))
    let persons = 0
    for (const address of new Set([...rows.map(({ address }) => address), ...named])) {
      const until = erasedAt(address)
      if (until === undefined) continue
      const erased = await kysely.transaction().execute((trx) => eraseWithin(trx, learn, address, until))
      if (countErasable(erased) > 0) persons += 1
    }
    const held = [
      {
        standing: sql`select id from testimonial_requests`,
        collection: 'testimonial-requests',
        of: (id: string) => ({ request: id }),
      },
      {
        standing: sql`select id from entries where collection = 'testimonials'`,
        collection: 'testimonials',
        of: (id: string) => ({ entry: id }),
      },
    ]
    // The second looks after the first, which takes the entries of requests along.
    for (const { standing, collection, of } of held) {
      const { rows: came } = await sql<{ id: string }>`${standing} union select entry from changes
        where collection = ${collection} and entry is not null and (before is not null or after is not null)`.execute(
        kysely,
      )
      for (const { id } of came) {
        if (erasedAt(erasedName(id)) === undefined) continue
        await kysely.transaction().execute((trx) => eraseTestimonial(trx, of(id)))
        persons += 1
      }
    }
    // Pages of the copy were written by others, which leave behind what they move.
    if (persons > 0) await sql`vacuum`.execute(kysely)
    return persons
  } finally {
    await kysely.destroy()
  }
}
