import { Unavailable } from '../../model/errors.ts'
import { UniqueViolation } from './unique-violation.ts'

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

/** SQLite's error as ours: `Unavailable` for what may pass, `UniqueViolation`, or a plain error. */
export const sqliteError = (message: string, errcode: number): Error => {
  const cause = new Error(`${message} (SQLite ${errcode})`)
  const sentence = unavailable[errcode & 0xff]
  if (sentence) return Object.assign(new Unavailable(sentence), { cause })
  if (uniqueCodes.includes(errcode)) return new UniqueViolation(message, { cause })
  return errcode === 0 ? new Error(message) : cause
}

/** True when another connection holds the lock, so that trying again makes sense. */
export const isLocked = (error: unknown): boolean => error instanceof Unavailable && error.message === unavailable[5]

/** Message while the file is open in a way that asks nothing of the disk. */
export const openedApart = 'The disk is full or fails; the site was started without it, and nothing can be saved.'

/** True when the disk refuses: then nothing else can be written either. */
export const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Unavailable && [8, 10, 13, 14].some((code) => unavailable[code] === error.message)
