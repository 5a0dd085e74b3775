import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { type BackupDescription, backupDescription, UnusableBackup } from './backup-description.ts'

// A backup is a SQLite file, which ends where its header says; behind that follow a line of JSON that describes it, and
// the SHA-256 of everything before. SQLite reads such a file as it is, so that it can be looked into without us.

const mark = Buffer.from('\nvitrine backup ')
const sealLength = 65
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

/** Makes a backup of a SQLite file: describes it, seals it, and waits until the disk has it. Resolves to its size in bytes. */
export const seal = async (file: string, description: BackupDescription): Promise<number> => {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const told = Buffer.concat([mark, Buffer.from(JSON.stringify(description)), Buffer.from('\n')])
    await handle.write(told, 0, told.length, size)
    const hash = createHash('sha256')
    for await (const bytes of readPieces(handle, size + told.length)) hash.update(bytes)
    await handle.write(`${hash.digest('hex')}\n`, size + told.length)
    await handle.sync()
    return size + told.length + sealLength
  } finally {
    await handle.close()
  }
}

const readEnd = async (handle: FileHandle, size: number, name: string) => {
  const length = Math.min(size, 8192)
  const end = Buffer.alloc(length)
  await handle.read(end, 0, length, size - length)
  const at = end.lastIndexOf(mark)
  const sealed = end.subarray(-sealLength).toString('latin1')
  if (at < 0 || !/^[0-9a-f]{64}\n$/.test(sealed)) {
    const head = Buffer.alloc(16)
    await handle.read(head, 0, 16, 0)
    if (head.toString('latin1') === 'SQLite format 3\0')
      throw new UnusableBackup(`${name} is cut off or damaged: it does not end as a backup does. Use another one.`)
    throw new UnusableBackup(`${name} is not a backup of Vitrine.`)
  }
  return {
    databaseLength: size - length + at,
    description: end.subarray(at + mark.length, -sealLength).toString(),
    digest: sealed.trim(),
  }
}

const parsed = (text: string, name: string) => {
  const result = backupDescription.safeParse(JSON.parse(text))
  const [issue] = result.error?.issues ?? []
  if (!result.data) throw new UnusableBackup(`${name}: ${issue?.message}`)
  return result.data
}

/**
 * What a backup says of itself, once every byte of it was found as it was sealed; its database goes into `copyTo` if that is named,
 * a file that must not be there yet. Throws `UnusableBackup`, saying why.
 */
export const unseal = async (file: string, copyTo?: string): Promise<BackupDescription> => {
  const name = path.basename(file)
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UnusableBackup(`${file} cannot be read (${error.code}).`)
  })
  const copy = copyTo === undefined ? undefined : await open(copyTo, 'wx', 0o600)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new UnusableBackup(`${file} is not a file.`)
    const { databaseLength, description, digest } = await readEnd(handle, stat.size, name)
    const hash = createHash('sha256')
    let at = 0
    for await (const bytes of readPieces(handle, stat.size - sealLength)) {
      hash.update(bytes)
      const ofDatabase = bytes.subarray(0, Math.max(0, databaseLength - at))
      if (ofDatabase.length > 0) await copy?.write(ofDatabase)
      at += bytes.length
    }
    if (hash.digest('hex') !== digest)
      throw new UnusableBackup(`${name} is damaged: its bytes are not those that were sealed. Use another backup.`)
    await copy?.sync()
    return parsed(description, name)
  } finally {
    await copy?.close()
    await handle.close()
  }
}
