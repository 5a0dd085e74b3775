import { accessSync, constants, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

const packages = path.resolve(import.meta.dirname, '../../node_modules')

const canMake = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A folder for what takes long to make and outlives a run: among the packages, or in one of this user's where those are another user's. */
export const cacheFolder = (name: string): string => {
  const usual = path.join(packages, '.cache', name)
  if (canMake(usual)) return usual
  const own = path.join(tmpdir(), `vitrine-cache-${userInfo().uid}`, name)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return own
}
