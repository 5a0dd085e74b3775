import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { VitrineError } from '../../model/errors.ts'

// Windows has neither.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** A file that is not read. The message is a sentence with its path. */
export class UnreadableFile extends VitrineError {
  constructor(message: string) {
    super('invalid', message)
  }
}

/** True when the folder or file, without any link, is the other one or inside it. */
const isInside = (real: string, folder: string): boolean =>
  real === folder || real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

const assertInside = (file: string, real: string, folder: string) => {
  if (!isInside(real, realpathSync(folder))) throw new UnreadableFile(`${file} is a link out of ${folder}.`)
}

/** Bytes as a person reads them. */
const readableSize = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 1024} KB` : `${bytes / 2 ** 20} MB`)

/**
 * Opens a file that somebody else may have made: never a pipe or a device, which may wait or never end, and with `within` never one
 * whose real path is outside of that folder. The caller closes it. Throws `UnreadableFile`.
 */
const openRegular = (file: string, within?: string): number => {
  let fd: number | undefined
  try {
    const real = realpathSync(file)
    if (within !== undefined) assertInside(file, real, within)
    // To open a device may do something already.
    if (statSync(real).isFile()) fd = openSync(real, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    if (fd === undefined || !fstatSync(fd).isFile()) throw new UnreadableFile(`${file} is not a regular file.`)
    // A folder above may have become a link meanwhile.
    if (within !== undefined) assertInside(file, realpathSync(real), within)
    return fd
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface ReadOptions {
  within?: string | undefined
  /** Is given whose file it is, before it is read, and throws to refuse it. */
  accept?: (found: Stats) => void
}

/** Reads such a file, `most` bytes at most, whatever size it says. Throws `UnreadableFile`. */
export const readRegular = (file: string, most: number, { within, accept }: ReadOptions = {}): Buffer => {
  const fd = openRegular(file, within)
  try {
    accept?.(fstatSync(fd))
    const parts: Buffer[] = []
    let length = 0
    for (;;) {
      const part = Buffer.allocUnsafe(Math.min(2 ** 20, most + 1 - length))
      const read = readSync(fd, part)
      if (read === 0) return Buffer.concat(parts)
      length += read
      if (length > most) throw new UnreadableFile(`${file} is larger than ${readableSize(most)}.`)
      parts.push(part.subarray(0, read))
    }
  } finally {
    closeSync(fd)
  }
}
