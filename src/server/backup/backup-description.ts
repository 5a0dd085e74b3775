import { createHash } from 'node:crypto'
import { z } from 'zod'
import { VitrineError } from '../../model/errors.ts'

export const backupDescription = z.object({
  /** Format of the file: 2 is compressed, 1 is not. */
  format: z.literal([1, 2], 'A newer Vitrine made this backup. Restore it with that one.'),
  /** Time of its content, ISO 8601. */
  at: z.iso.datetime(),
  from: z.enum(['sqlite', 'postgres']),
  holds: z.object({ entries: z.int(), pictures: z.int(), messages: z.int(), accounts: z.int() }),
  /** Size of its database in bytes; format 1 does not have it. */
  database: z.int().optional(),
  /** Secret that seals its second factors: a generated one inside the backup, or a given one, recognized by `print`. */
  secret: z.object({ within: z.boolean(), print: z.string() }),
})
export type BackupDescription = z.infer<typeof backupDescription>

/** Recognizes a secret without revealing it. */
export const secretPrint = (secret: string): string =>
  createHash('sha256').update(`the print of ${secret}`).digest('hex').slice(0, 12)

export class UnusableBackup extends VitrineError {
  constructor(message: string) {
    super('invalid', message)
  }
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const describeContents = ({ entries, pictures, messages, accounts }: BackupDescription['holds']): string =>
  [
    counted(entries, 'entry', 'entries'),
    counted(pictures, 'image', 'images'),
    counted(messages, 'message', 'messages'),
    counted(accounts, 'account', 'accounts'),
  ].join(', ')
