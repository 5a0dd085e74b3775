import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A change of the source that takes a protection away. */
export interface Planted {
  file: string
  /** The text as it stands now, once; what is out of date must be noticed. */
  old: string
  new: string
}

const parts = [
  'src',
  'tests',
  'scripts',
  'samples',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  '.env.example',
]

/** A copy of this checkout, sharing its packages. */
export const copyCheckout = (folder: string): string => {
  const copy = path.join(folder, 'checkout')
  mkdirSync(copy, { recursive: true })
  for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** How often the text that is to go stands in the source; once, unless the change is out of date. */
export const timesFound = (checkout: string, { file, old }: Planted): number => {
  const place = path.join(checkout, file)
  return existsSync(place) ? readFileSync(place, 'utf8').split(old).length - 1 : 0
}

/** Makes the change; returns what takes it back. Throws when the text is not there exactly once. */
export const plant = (checkout: string, change: Planted): (() => void) => {
  const { file, old, new: text } = change
  const times = timesFound(checkout, change)
  if (times !== 1) throw new Error(`${file} has this ${times} times and not once: ${old}`)
  const place = path.join(checkout, file)
  const before = readFileSync(place, 'utf8')
  writeFileSync(
    place,
    before.replace(old, () => text),
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
