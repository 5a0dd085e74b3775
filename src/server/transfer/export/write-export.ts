import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { VitrineError } from '../../../model/errors.ts'
import { makeFile, makeFolder, openToOthers } from '../../process/private-files.ts'
import { readRegular } from '../../process/regular-file.ts'
import type { StaticFile } from './static-file.ts'

/** List of the written files, by which the next export recognizes its own. */
const listName = '.vitrine-export.json'
const list = z.object({ files: z.array(z.string()) })
const longestList = 32 * 2 ** 20

export interface Written {
  files: number
  bytes: number
  /** Number of files that only the export before had. */
  removed: number
}

const ownFiles = async (folder: string): Promise<Set<string>> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new VitrineError('invalid', `${folder} is not a folder that can be read (${error.code}).`)
  })
  if (names.length === 0) return new Set()
  try {
    return new Set(
      list.parse(JSON.parse(readRegular(path.join(folder, listName), longestList, { within: folder }).toString()))
        .files,
    )
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

const put = async (folder: string, name: string, bytes: Uint8Array | string) => {
  const file = path.join(folder, name)
  const link = await linkTo(folder, name)
  if (link !== undefined)
    throw new VitrineError('invalid', `${link} is a link out of ${folder}. Take it away, or name another folder.`)
  await makePublicFolder(path.dirname(file))
  // A host that serves this folder never sees half a file.
  const part = `${file}.part`
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
  for await (const { name, bytes } of files) {
    await put(folder, name, bytes)
    written.add(name)
    sum += bytes.length
  }
  const gone = [...before].filter((name) => !written.has(name))
  await removeAll(folder, gone)
  await tell(written)
  return { files: written.size, bytes: sum, removed: gone.length }
}
