import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { VitrineError } from '../../model/errors.ts'
import { readArgs } from '../process/command-args.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { makeFile, makeFolder, openToOthers } from '../process/private-files.ts'
import { readRegular } from '../process/regular-file.ts'
import { isLoopback } from '../process/variables.ts'
import type { StaticFile, Target } from './static-files.ts'

/** List of the written files, by which the next export recognizes its own. */
const listName = '.vitrine-export.json'
const list = z.object({ files: z.array(z.string()) })
/** Names that the list does not have yet, a line each, as long as an export runs. */
const begunName = '.vitrine-export.begun'
const longestList = 32 * 2 ** 20

export interface Written {
  files: number
  bytes: number
  /** Number of files that only the export before had. */
  removed: number
}

const readNames = (folder: string, name: string) =>
  readRegular(path.join(folder, name), longestList, { within: folder }).toString()

/** Names of files that an interrupted export wrote and the list does not have. */
const begunFiles = (folder: string): string[] => {
  try {
    // The last line may be half a one, whose file was not begun.
    return readNames(folder, begunName).split('\n').slice(0, -1)
  } catch {
    return []
  }
}

const ownFiles = async (folder: string): Promise<Set<string>> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new VitrineError('invalid', `${folder} is not a folder that can be read (${error.code}).`)
  })
  if (names.length === 0) return new Set()
  try {
    const { files } = list.parse(JSON.parse(readNames(folder, listName)))
    return new Set([...files, ...begunFiles(folder)])
  } catch {
    throw new VitrineError('invalid', `${folder} is not empty, and no export has made it. Name another folder.`)
  }
}

/** A folder on the way to a file of the export that is a link: the file would be written or deleted elsewhere. */
const linkTo = async (folder: string, name: string): Promise<string | undefined> => {
  for (let at = path.dirname(path.join(folder, name)); at.length > folder.length; at = path.dirname(at))
    if ((await lstat(at).catch(() => undefined))?.isSymbolicLink()) return at
  return undefined
}

const makePublicFolder = async (folder: string) => {
  for (const made of await makeFolder(folder)) await openToOthers(made, 0o777)
}

const partOf = (file: string) => `${file}.part`

const put = async (folder: string, name: string, bytes: Uint8Array | string) => {
  const file = path.join(folder, name)
  const link = await linkTo(folder, name)
  if (link !== undefined)
    throw new VitrineError('invalid', `${link} is a link out of ${folder}. Take it away, or name another folder.`)
  await makePublicFolder(path.dirname(file))
  // A host that serves this folder never sees half a file.
  const part = partOf(file)
  // Something else may stand there, such as a link that leads elsewhere.
  await rm(part, { force: true })
  const handle = await makeFile(part, 0o666)
  await handle.writeFile(bytes).finally(() => handle.close())
  await openToOthers(part, 0o666)
  await rename(part, file)
}

const removeAll = async (folder: string, names: readonly string[]) => {
  for (const name of names) {
    const file = path.resolve(folder, name)
    // A forged list must not delete files elsewhere.
    if (!file.startsWith(folder + path.sep) || (await linkTo(folder, name))) continue
    await rm(file, { force: true })
    await rm(partOf(file), { force: true })
    await rmdir(path.dirname(file)).catch(() => {})
  }
}

/**
 * Writes files into a folder that is empty, new, or of an earlier export. Files that only that export had are deleted; other files
 * stay. Throws before it writes when the folder is not its own.
 */
export const writeExport = async (given: string, files: AsyncIterable<StaticFile>): Promise<Written> => {
  const folder = path.resolve(given)
  const before = await ownFiles(folder)
  await makePublicFolder(folder)
  const written = new Set<string>()
  let sum = 0
  // Written first, so that an interrupted export can be repeated.
  const tell = (names: Iterable<string>) => put(folder, listName, `${JSON.stringify({ files: [...names] }, null, 1)}\n`)
  await tell(before)
  const begun = path.join(folder, begunName)
  await rm(begun, { force: true })
  const handle = await makeFile(begun)
  try {
    for await (const { name, bytes } of files) {
      // Before the file: whenever this ends, the next export knows it.
      if (!before.has(name)) await handle.appendFile(`${name}\n`)
      await put(folder, name, bytes)
      written.add(name)
      sum += bytes.length
    }
  } finally {
    await handle.close()
  }
  const gone = [...before].filter((name) => !written.has(name))
  await removeAll(folder, gone)
  await tell(written)
  await rm(begun, { force: true })
  return { files: written.size, bytes: sum, removed: gone.length }
}

const usage = 'export DIR [--content | --origin URL --base PATH --contact URL] [--json]'

export interface ExportOptions {
  folder: string
  /** The content alone, for `vitrine import`. */
  isContent: boolean
  /** Origin at which the exported site will be. */
  origin: string
  target: Target
  /** Notes for the person. */
  warnings: string[]
}

const originOf = (name: string, given: string): string => {
  const url = URL.parse(given)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (!isOrigin || url.username || url.password)
    throw new ConfigError([`--${name} must be an address without a path, like https://mira.example.`])
  return url.origin
}

const baseOf = (given: string): string => {
  const base = given.replace(/\/$/, '')
  if (!/^(?:\/[\w~-][\w.~-]*)*$/.test(base))
    throw new ConfigError(['--base must be a path that begins with a slash, like /portfolio/.'])
  return base
}

const warningsFor = (
  origin: string,
  inbox: string | undefined,
  config: Pick<Config, 'publicUrl' | 'contactOrigins'>,
) => {
  const isLocal = isLoopback(new URL(origin).hostname)
  const isOpen = inbox === config.publicUrl && config.contactOrigins.includes(origin)
  return [
    ...(isLocal
      ? [
          `The sitemap and link previews name ${origin}. Set PUBLIC_URL or --origin to where the site will be, and export again.`,
        ]
      : []),
    ...(inbox === undefined || isOpen
      ? []
      : [`Messages go to ${inbox}. It takes them once it runs with CONTACT_ORIGINS=${origin}.`]),
  ]
}

/** Reads the arguments of `vitrine export`. Throws `ConfigError` for those that it does not take. */
export const readExportOptions = (
  words: readonly string[],
  config: Pick<Config, 'publicUrl' | 'contactOrigins'>,
): ExportOptions => {
  const forVisitors = ['origin', 'base', 'contact'] as const
  const { args, flag, value, wrong } = readArgs(words, ['content'], usage, forVisitors)
  const [folder, ...more] = args
  const isContent = flag('content')
  if (folder === undefined || more.length > 0) throw wrong()
  if (isContent && forVisitors.some((name) => value(name) !== undefined)) throw wrong()
  const origin = originOf('origin', value('origin') ?? config.publicUrl)
  const contact = value('contact')
  const inbox = contact === undefined ? undefined : originOf('contact', contact)
  if (origin.startsWith('https:') && inbox?.startsWith('http:'))
    throw new ConfigError([
      '--contact must begin with https://, since browsers send nothing from a secure page to another one.',
    ])
  const warnings = isContent ? [] : warningsFor(origin, inbox, config)
  return { folder, isContent, origin, target: { origin, base: baseOf(value('base') ?? ''), inbox }, warnings }
}
