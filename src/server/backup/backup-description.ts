import { createHash } from 'node:crypto'
import { z } from 'zod'
import { VitrineError } from '../../model/errors.ts'

/** Description inside a backup. */
export const backupDescription = z.object({
  /** Of the file: 2 is compressed, 1 is not. A later one is refused, since nobody can know what it means. */
  format: z.literal([1, 2], 'A newer Vitrine made this backup. Restore it with that one.'),
  /** When its content was as it is, ISO 8601. */
  at: z.iso.datetime(),
  /** The database it was taken from; it can be restored into either. */
  from: z.enum(['sqlite', 'postgres']),
  holds: z.object({ entries: z.int(), pictures: z.int(), messages: z.int(), accounts: z.int() }),
  /** The size of the database that is in it, in bytes; not told by format 1. */
  database: z.int().optional(),
  /** Secret that seals the second factors in it: a generated one that is in the backup, or a given one, known by `print`. */
  secret: z.object({ within: z.boolean(), print: z.string() }),
})
export type BackupDescription = z.infer<typeof backupDescription>

/** By which a secret is known again, and nothing else. */
export const secretPrint = (secret: string): string =>
  createHash('sha256').update(`the print of ${secret}`).digest('hex').slice(0, 12)

/** A file that is no whole backup, or not one for this version. */
export class UnusableBackup extends VitrineError {
  constructor(message: string) {
    super('invalid', message)
  }
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** Contents in readable form. */
export const describeContents = ({ entries, pictures, messages, accounts }: BackupDescription['holds']): string =>
  [
    counted(entries, 'entry', 'entries'),
    counted(pictures, 'image', 'images'),
    counted(messages, 'message', 'messages'),
    counted(accounts, 'account', 'accounts'),
  ].join(', ')
