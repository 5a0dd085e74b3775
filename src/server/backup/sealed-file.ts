import { createHash } from 'node:crypto'
import { createReadStream, constants as fileConstants } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { makeFile } from '../process/private-files.ts'
import { type BackupDescription, backupDescription, UnusableBackup } from './backup-folder.ts'

// A backup is a SQLite file compressed by zstd, then a line of JSON that describes it, and the SHA-256 of everything before. These two
// lie in a frame that zstd skips, so that `zstd -d` restores the SQLite file. Format 1 has the SQLite file uncompressed and no such
// frame.

const mark = Buffer.from('\nvitrine backup ')

/** The digest in hexadecimal and a line feed. */
const sealLength = 65

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
const readEnd = async (handle: FileHandle, size: number, name: string): Promise<End> => {
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

const { O_RDONLY, O_NONBLOCK = 0 } = fileConstants
const piece = 1 << 20

const readPieces = async function* (handle: FileHandle, length: number) {
  const buffer = Buffer.allocUnsafe(piece)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(piece, length - at), at)
    if (bytesRead === 0) throw new UnusableBackup('The file became shorter while it was read.')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

const digestOf = async (handle: FileHandle, length: number) => {
  const hash = createHash('sha256')
  for await (const bytes of readPieces(handle, length)) hash.update(bytes)
  return hash.digest('hex')
}

// A store of texts shrinks to a seventh at any level; higher ones only take longer.
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Turns a SQLite file into a backup in its place: compressed, described, sealed, and on the disk. */
export const seal = async (file: string, description: Omit<BackupDescription, 'format' | 'database'>) => {
  const whole: BackupDescription = { ...description, format: 2, database: (await stat(file)).size }
  const sealed = `${file}.zst`
  try {
    await using handle = await makeFile(sealed)
    await pipeline(createReadStream(file, { highWaterMark: piece }), createZstdCompress(compression), (bytes) =>
      handle.writeFile(bytes),
    )
    const { size } = await handle.stat()
    const header = Buffer.concat([mark, Buffer.from(JSON.stringify(whole)), Buffer.from('\n')])
    const end = Buffer.concat([skipped(header.length + sealLength), header])
    await handle.write(end, 0, end.length, size)
    await handle.write(`${await digestOf(handle, size + end.length)}\n`, size + end.length)
    await handle.sync()
    if ((await handle.stat()).size !== size + end.length + sealLength)
      throw new Error(`${sealed} was not written whole.`)
    await rename(sealed, file)
    return { bytes: size + end.length + sealLength, description: whole }
  } finally {
    await rm(sealed, { force: true })
  }
}

/** Stops a decompression that exceeds the described size. */
const bounded = (most: number) =>
  async function* (source: AsyncIterable<Buffer>) {
    let sum = 0
    for await (const bytes of source) {
      sum += bytes.length
      if (sum > most) throw new UnusableBackup('The backup is larger than it says.')
      yield bytes
    }
  }

const extract = async (handle: FileHandle, length: number, { format, database }: BackupDescription, to: string) => {
  const body = handle.createReadStream({ start: 0, end: length - 1, highWaterMark: piece, autoClose: false })
  await using copy = await makeFile(to)
  const into = (bytes: AsyncIterable<Buffer>) => copy.writeFile(bytes)
  if (format === 1) await pipeline(body, into)
  else await pipeline(body, createZstdDecompress(), bounded(database ?? 0), into)
  await copy.sync()
}

/**
 * Verifies every byte of a backup and returns its description; `copyTo`, a file that must not exist, gets its database. Throws
 * `UnusableBackup` with the reason.
 */
export const unseal = async (file: string, copyTo?: string): Promise<BackupDescription> => {
  const name = path.basename(file)
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UnusableBackup(`${file} cannot be read (${error.code}).`)
  }
  const assertRegular = <T extends { isFile(): boolean }>(found: T): T => {
    if (!found.isFile()) throw new UnusableBackup(`${file} is not a regular file.`)
    return found
  }
  // A pipe or a device waits, or never ends; to open one may do something already.
  assertRegular(await stat(file).catch(unreadable))
  await using handle = await open(file, O_RDONLY | O_NONBLOCK).catch(unreadable)
  const found = assertRegular(await handle.stat())
  const { describe, digest } = await readEnd(handle, found.size, name)
  // Nothing is parsed before the bytes are known to be those that were sealed.
  if ((await digestOf(handle, found.size - sealLength)) !== digest)
    throw new UnusableBackup(`${name} is damaged: its bytes are not those that were sealed. Use another backup.`)
  const { description, bodyLength } = describe()
  if (copyTo !== undefined) await extract(handle, bodyLength, description, copyTo)
  return description
}
