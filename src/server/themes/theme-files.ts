import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { findUnstorable, isPlainName } from '../../model/text-rules.ts'
import { mostThemeBytes, type ThemeProblem } from '../../model/themes/theme.ts'
import { readRegular, UnreadableFile } from '../process/regular-file.ts'

/** Files of a theme by their path in its folder, with `/` between its parts. */
export type ThemeFiles = ReadonlyMap<string, Buffer>

const mostFiles = 60
const megabytes = mostThemeBytes / 2 ** 20

/** What systems and editors leave in folders. */
const leftover = /(?:^|\/)(?:\.|__MACOSX(?:\/|$)|Thumbs\.db$|desktop\.ini$)/

/** Nothing more is read. */
class Enough extends Error {}

/** Takes files one by one, up to the limits of a theme. */
const collecting = () => {
  const files = new Map<string, Buffer>()
  const problems: ThemeProblem[] = []
  let left = mostThemeBytes
  const refuse = (file: string, message: string) => {
    problems.push({ file, level: 'error', message })
  }
  const enough = (file: string, message: string) => {
    refuse(file, message)
    return new Enough()
  }
  const take = (name: string, isLink: boolean, read: (most: number) => Buffer | undefined) => {
    if (!isPlainName(name) || findUnstorable(name)) return refuse('theme', 'A file has a name that cannot be shown.')
    if (name.split(/[/\\]/).includes('..') || /^[/\\]|^[a-z]:|\\/i.test(name))
      return refuse(name, 'The path leads out of the theme.')
    if (leftover.test(name)) return
    if (isLink) return refuse(name, 'This is a link. A theme has files alone.')
    if (files.size >= mostFiles) throw enough(name, `There are more than ${mostFiles} files.`)
    const bytes = read(left)
    if (!bytes || bytes.length > left) throw enough(name, `With this file the theme has more than ${megabytes} MB.`)
    left -= bytes.length
    files.set(name, bytes)
  }
  const end = (name: string) => ({ id: idOf(name), files: files as ThemeFiles, problems })
  return { files, refuse, take, end }
}

/** The id in the name of a folder or a zip: `My Theme.zip` is `my-theme`. */
const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.zip$/, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')

/** Reads the folder of a theme. Follows no link. Throws `UnreadableFile` when there is none. */
export const readThemeFolder = async (given: string) => {
  const folder = path.resolve(given)
  const { take, refuse, end } = collecting()
  const entries = await opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`${folder} is not a folder that can be read (${error.code}).`)
  })
  try {
    for await (const entry of entries) {
      if (entry.isDirectory()) continue
      const file = path.join(entry.parentPath, entry.name)
      const name = path.relative(folder, file).replaceAll(path.sep, '/')
      take(name, entry.isSymbolicLink(), (most) => {
        try {
          return readRegular(file, most, { within: folder })
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
          if (/ is larger than [\d.]+ [KM]B\.$/.test(error.message)) return undefined
          refuse(name, 'This is not a file that can be read.')
          return Buffer.alloc(0)
        }
      })
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return end(path.basename(folder))
}

/** Reads a zip by its central directory (APPNOTE 4.3.12), never more of it than a theme may have. */
export const readThemeZip = (zip: Buffer, zipName: string) => {
  const { files, take, refuse, end } = collecting()
  try {
    const last = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
    let at = last < 0 ? zip.length : zip.readUInt32LE(last + 16)
    for (let left = last < 0 ? 1 : zip.readUInt16LE(last + 10); left > 0; left -= 1) {
      if (zip.readUInt32LE(at) !== 0x02014b50) throw new RangeError()
      const [flags, method, packed] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
      const [nameLength, local] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
      const isLink = ((zip.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000
      const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
      if (name.endsWith('/')) continue
      take(name, isLink, (most) => {
        const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
        const bytes = zip.subarray(from, from + packed)
        if (flags & 1 || (method !== 0 && method !== 8) || bytes.length !== packed) throw new RangeError()
        if (method === 0) return bytes
        try {
          return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
          throw new RangeError()
        }
      })
    }
  } catch (error) {
    if (error instanceof RangeError) refuse(zipName, 'This zip file cannot be read. Make it again, without a password.')
    else if (!(error instanceof Enough)) throw error
  }
  // Most programs put the folder itself into the zip.
  const [root = ''] = [...files.keys()][0]?.split('/') ?? []
  const isInFolder = !files.has('theme.json') && [...files.keys()].every((name) => name.startsWith(`${root}/`))
  if (!isInFolder) return end(zipName)
  const inside = new Map([...files].map(([name, bytes]) => [name.slice(root.length + 1), bytes]))
  return { ...end(root), files: inside as ThemeFiles }
}
