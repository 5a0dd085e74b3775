import { Unavailable } from '../../model/errors.ts'
import { UniqueViolation } from './postgres.ts'

export const diskFull = 'The disk is full; nothing was saved.'

// Primary result codes, https://sqlite.org/rescode.html
const unavailable: Record<number, string> = {
  5: 'The database is locked by another program; try again in a moment.',
  6: 'The database is locked by another program; try again in a moment.',
  8: 'The database may only be read; nothing was saved.',
  10: 'The disk failed; nothing was saved.',
  13: diskFull,
  14: 'The database file cannot be opened.',
}
const uniqueCodes = [1555, 2067]

/** A file that is not whole: SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes = [11, 26]

/** What to do about a damaged store; undefined for another error of SQLite. */
export const damageOf = (message: string, errcode = 0): string | undefined =>
  damagedCodes.includes(errcode & 0xff)
    ? `The database is damaged: ${message}. Restore a backup: vitrine restore FILE --force.`
    : undefined

/** Translates to `Unavailable` what may pass, to `UniqueViolation`, or to a plain error. */
export const sqliteError = (message: string, errcode: number): Error => {
  const cause = new Error(`${message} (SQLite ${errcode})`)
  const sentence = unavailable[errcode & 0xff]
  if (sentence) return Object.assign(new Unavailable(sentence), { cause })
  const damage = damageOf(message, errcode)
  if (damage) return Object.assign(new Error(damage), { cause })
  if (uniqueCodes.includes(errcode)) return new UniqueViolation(message, { cause })
  return errcode === 0 ? new Error(message) : cause
}

export const isLocked = (error: unknown): boolean => error instanceof Unavailable && error.message === unavailable[5]

export const openedApart = 'The disk is full or fails; the site was started without it, and nothing can be saved.'

/** Primary result codes with which the disk refuses: read-only, I/O error, full, cannot open. */
export const diskCodes: readonly number[] = [8, 10, 13, 14]

export const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Unavailable && diskCodes.some((code) => unavailable[code] === error.message)
