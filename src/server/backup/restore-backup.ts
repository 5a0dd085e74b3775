import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { counted } from '../../model/counted.ts'
import { VitrineError } from '../../model/errors.ts'
import { handOverKey } from '../accounts/claim-token.ts'
import { type EndedAccess, endedInWords } from '../accounts/ended-access.ts'
import { restoredKey } from '../accounts/new-devices.ts'
import { migrationNames } from '../db/migrate.ts'
import { readOnly } from '../db/read-only.ts'
import { makeFolder } from '../process/private-files.ts'
import { type BackupDescription, secretPrint, UnusableBackup, unfinished } from './backup-folder.ts'
import { eraseAgain } from './erased.ts'
import { type BackupSource, makeBackup } from './make-backup.ts'
import { unseal } from './sealed-file.ts'
import {
  foreignObjects,
  intoPostgres,
  intoSqlite,
  makeTables,
  refuseConnected,
  refuseRunning,
} from './stored-tables.ts'

interface RestoredAccess {
  ended: EndedAccess
  messages: string[]
}

const mostListed = 10

const listed = (names: readonly string[]) => {
  const more = names.length - mostListed
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/**
 * Ends sessions, tokens and links in the copy of a store: they may have been revoked after the backup was made. Needs the tables
 * of this version.
 */
const endRestoredAccess = (file: string, at: string): RestoredAccess => {
  using database = new DatabaseSync(file)
  const remove = (from: string, ...parameters: string[]) =>
    Number(database.prepare(`delete from ${from}`).run(...parameters).changes)
  const count = (from: string) => Number(database.prepare(`select count(*) as n from ${from}`).get()?.n)
  database.exec('begin')
  const names = database.prepare('select name from api_tokens order by name').all()
  const counts = {
    sessions: remove('sessions'),
    tokens: remove('api_tokens'),
    inProgress: remove('verifications'),
    passwordLinks: remove('password_resets'),
    handOverLinks: remove('meta where key = ?', handOverKey),
  }
  const now = new Date().toISOString()
  database.prepare('insert or replace into meta (key, value) values (?, ?)').run(restoredKey, now)
  const invitations = remove('invitations')
  const shareLinks = remove('share_links')
  // Over, and later deleted as all that are, with the picture of somebody who never finished.
  const requests = Number(
    database
      .prepare('update testimonial_requests set expires_at = ? where used_at is null and expires_at > ?')
      .run(now, now).changes,
  )
  const variants = Number(
    database.prepare('select count(*) as n from cv_variants where data like \'%"access":"link"%\'').get()?.n,
  )
  database.exec('update cv_variants set link = lower(hex(randomblob(16)))')
  // Whoever made the backup may have put in what no check has seen: the next start makes themes again of their files.
  database.exec("update themes set data = null, checked_by = ''")
  database.exec('commit')
  const ended = Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)) as EndedAccess
  const messages: string[] = []
  if (Object.keys(ended).length > 0)
    messages.push(`Ended, since they may have been revoked after the backup was made: ${endedInWords(ended)}.`)
  if (invitations > 0) messages.push('Invitations were withdrawn, too. Make new ones under User.')
  if (shareLinks > 0) messages.push('Links under which drafts were reviewed have ended. Make new ones in the forms.')
  if (requests > 0) messages.push('Links for testimonials that nobody had used have ended. Ask again on Testimonials.')
  if (variants > 0) messages.push('Variants of the CV that are shown by link have new links. Send those.')
  if (names.length > 0)
    messages.push(`Make new API tokens where scripts need them: ${listed(names.map(({ name }) => String(name)))}.`)
  const ways = endedInWords({
    passkeys: count('passkeys'),
    google: count('accounts where "providerId" != \'credential\''),
  })
  if (count('users') > 0)
    messages.push(
      `Passwords are those of ${at.slice(0, 10)}, and so are ${ways}. Remove under User what you no longer trust.`,
    )
  return { ended, messages }
}

/** Foreign objects that a refusal names. */
const mostNames = 5

interface Restored extends BackupDescription {
  before: string | undefined
  ended: EndedAccess
  warnings: string[]
}

/** Throws `UnusableBackup` unless its database is whole and is what this version or an earlier one makes. */
const examine = async (file: string, name: string, exact: boolean) => {
  using database = new DatabaseSync(file)
  database.enableDefensive(true)
  database.exec('pragma trusted_schema = off')
  const migrationsIn = () => {
    const made = database.prepare('select name from kysely_migration order by name').all()
    const names = made.map((row) => String(row.name))
    const unknown = names.filter((migration) => !migrationNames.includes(migration))
    if (unknown.length > 0)
      throw new UnusableBackup(`A newer Vitrine made ${name} (${unknown.join(', ')}). Restore it with that one.`)
    return names.at(-1)
  }
  const foreign = exact ? [] : await foreignObjects(database, migrationsIn, `${file}.made`)
  if (exact) migrationsIn()
  const [first] = foreign
  if (first !== undefined)
    throw new UnusableBackup(
      `${name} has what no version of Vitrine makes, or lacks what each has: ${foreign
        .slice(0, mostNames)
        .join(', ')
        .replace(
          /[^\w ,.-]/g,
          '?',
        )}. It may do what nobody asked for. Use another backup, or take that out of the store that it is made of.`,
    )
  const [found] = database.prepare('pragma integrity_check(1)').all()
  // A return to the same store takes it as it was.
  const astray = exact ? [] : database.prepare('pragma foreign_key_check').all()
  if (found?.integrity_check !== 'ok' || astray.length > 0)
    throw new UnusableBackup(`${name} is as it was made, but was made of a damaged store. Use another backup.`)
}

const holdsSomething = async (place: BackupSource): Promise<boolean> => {
  if (place.databaseUrl === undefined && !existsSync(path.join(place.dataDir, 'vitrine.db'))) return false
  return readOnly(place, async (query) => {
    for (const table of ['changes', 'messages', 'users'])
      if ((await query(`select 1 from ${table} limit 1`)).length > 0) return true
    return false
  }).catch((error: Error) => {
    // Missing tables hold nothing; an unreadable file may hold anything.
    const missing = /no such table|does not exist/.test(error.message)
    if (missing || place.databaseUrl === undefined) return !missing
    throw error
  })
}

const backUpPresent = async (place: BackupSource) => {
  try {
    return (await makeBackup(place, { kind: 'before-restore' })).file
  } catch (error) {
    // A damaged SQLite file is moved aside instead.
    if (place.databaseUrl === undefined && /malformed|not a database/.test(String(error))) return undefined
    throw error
  }
}

const warningsOf = ({ secret }: BackupDescription, authSecret: string | undefined) => {
  const given = authSecret === undefined ? undefined : secretPrint(authSecret)
  if (given === secret.print || (secret.within && given === undefined)) return []
  return [
    secret.within
      ? 'AUTH_SECRET is set, but was not when the backup was made: second factors and Google’s tokens cannot be read with it. Unset it, or sign in with a new password (vitrine owner reset-password).'
      : 'The backup was made with another AUTH_SECRET: second factors and Google’s tokens can be read with that one only. Set it, or sign in with a new password (vitrine owner reset-password).',
  ]
}

/**
 * Replaces the store by a backup, all or nothing. Refuses a damaged or newer backup, a running site, and a store with content unless
 * `force`, which backs it up first. With `exact`, all access in the backup goes on, and what is there is not looked at: for a return to
 * the moment of the backup, since which nothing was written. Throws a sentence.
 */
export const restoreBackup = async (
  file: string,
  place: BackupSource,
  { force = false, exact = false } = {},
): Promise<Restored> => {
  const { dataDir } = place
  const databaseUrl = place.directUrl ?? place.databaseUrl
  await makeFolder(dataDir, 0o700)
  const copy = unfinished(path.join(dataDir, 'vitrine.db'))
  try {
    const description = await unseal(file, copy)
    await examine(copy, path.basename(file), exact)
    await makeTables(copy)
    const { ended, messages } = exact ? { ended: {}, messages: [] } : endRestoredAccess(copy, description.at)
    const erased = exact ? 0 : await eraseAgain(copy, dataDir)
    if (erased > 0)
      messages.push(
        `Erased again, since they were erased here after the backup was made: ${counted(erased, 'person')}.`,
      )
    if (databaseUrl === undefined) await refuseRunning(dataDir)
    else await refuseConnected(databaseUrl)
    const there = !exact && (await holdsSomething(place))
    if (there && !force)
      throw new VitrineError(
        'invalid',
        `There is a site in ${databaseUrl === undefined ? path.resolve(dataDir) : 'this database'} already. To put the backup in its place, add --force; it is backed up before.`,
      )
    const before = there ? await backUpPresent(place) : undefined
    if (databaseUrl === undefined) await intoSqlite(copy, dataDir)
    else await intoPostgres(copy, databaseUrl, dataDir)
    return { ...description, before, ended, warnings: [...messages, ...warningsOf(description, place.authSecret)] }
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${copy}${end}`, { force: true })
  }
}
