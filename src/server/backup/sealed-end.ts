import type { FileHandle } from 'node:fs/promises'
import { type BackupDescription, backupDescription, UnusableBackup } from './backup-description.ts'

// A backup is a SQLite file compressed by zstd, then a line of JSON that describes it, and the SHA-256 of everything before. These two
// lie in a frame that zstd skips, so that `zstd -d` restores the SQLite file. Format 1 has the SQLite file uncompressed and no such
// frame.

export const mark = Buffer.from('\nvitrine backup ')

/** The digest in hexadecimal and a line feed. */
export const sealLength = 65

/** Skippable frame, RFC 8878, section 3.1.2: this number, then the length. */
const skippedMagic = 0x184d2a50
const skippedHead = 8

export const skipped = (length: number): Buffer => {
  const head = Buffer.alloc(skippedHead)
  head.writeUInt32LE(skippedMagic, 0)
  head.writeUInt32LE(length, 4)
  return head
}

interface End {
  /** SHA-256 of the rest of the file, hexadecimal. */
  digest: string
  /** Call only when the digest is right; throws `UnusableBackup` for an unknown format. */
  describe(): { description: BackupDescription; bodyLength: number }
}

const longestEnd = 8192

const refusal = async (handle: FileHandle, name: string) => {
  const head = Buffer.alloc(16)
  await handle.read(head, 0, 16, 0)
  const begins = head.toString('latin1') === 'SQLite format 3\0' || head.toString('hex', 0, 4) === '28b52ffd'
  return new UnusableBackup(
    begins
      ? `${name} is cut off or damaged: it does not end as a backup does. Use another one.`
      : `${name} is not a backup of Vitrine.`,
  )
}

const parsed = (text: string, name: string) => {
  const result = backupDescription.safeParse(JSON.parse(text))
  const [issue] = result.error?.issues ?? []
  if (!result.data) throw new UnusableBackup(`${name}: ${issue?.message}`)
  return result.data
}

/** Reads what follows the database in a backup. Throws `UnusableBackup` when that is missing. */
export const readEnd = async (handle: FileHandle, size: number, name: string): Promise<End> => {
  const length = Math.min(size, longestEnd)
  const end = Buffer.alloc(length)
  await handle.read(end, 0, length, size - length)
  const at = end.lastIndexOf(mark)
  const sealed = end.subarray(-sealLength).toString('latin1')
  if (at < 0 || !/^[0-9a-f]{64}\n$/.test(sealed)) throw await refusal(handle, name)
  return {
    digest: sealed.trim(),
    describe: () => {
      const description = parsed(end.subarray(at + mark.length, -sealLength).toString(), name)
      const between = description.format === 1 ? 0 : skippedHead
      return { description, bodyLength: size - length + at - between }
    },
  }
}
