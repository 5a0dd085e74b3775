import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { declarationsOf, readSources, type Sources } from '../../scripts/sources.ts'
import { copyListed } from './committed-copy.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A change of the source that takes a protection away. */
export interface Planted {
  /** The declaration in which the text stands, or before which at the head of its file, by its name: files may move. */
  in: string
  /** The text as it stands now, once; what is out of date must be noticed. */
  old: string
  new: string
}

/** A copy of this checkout, sharing its packages. */
export const copyCheckout = (folder: string): string => {
  const copy = path.join(folder, 'checkout')
  copyListed(copy)
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** Places of the text to replace, in the file that has it. There is one, unless the change is out of date. */
export const placesOf = (sources: Sources, { in: name, old }: Planted): { file: string; part: string }[] =>
  declarationsOf(sources, name).flatMap(({ file, head, text }) =>
    [head, text].flatMap((part) => Array(part.split(old).length - 1).fill({ file, part })),
  )

/** Makes the change; returns what takes it back. Throws when the text is not there exactly once. */
export const plant = (checkout: string, change: Planted): (() => void) => {
  const { in: name, old, new: text } = change
  const [found, ...others] = placesOf(readSources(checkout), change)
  if (!found || others.length > 0)
    throw new Error(`${name} has this ${found ? others.length + 1 : 0} times and not once: ${old}`)
  const place = path.join(checkout, found.file)
  const before = readFileSync(place, 'utf8')
  const changed = found.part.replace(old, () => text)
  writeFileSync(
    place,
    before.replace(found.part, () => changed),
  )
  return () => writeFileSync(place, before)
}

/** Builds the server of a checkout. */
export const buildServer = (checkout: string): void => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-part.js', 'server', '--quiet'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The planted build failed: ${stderr}`)
}

/** A checkout whose build has lost these protections; for controls that have to fail. */
export const plantedBuild = (folder: string, ...changes: Planted[]): string => {
  const checkout = copyCheckout(folder)
  for (const change of changes) plant(checkout, change)
  buildServer(checkout)
  return checkout
}
