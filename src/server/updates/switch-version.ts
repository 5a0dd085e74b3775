import { chmod, lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

/** Places of the versions, side by side: `versions/VERSION`, and the link `current` to one of them. */
export interface Installation {
  base: string
  versions: string
  current: string
}

export const installationAt = (base: string): Installation => ({
  base,
  versions: path.join(base, 'versions'),
  current: path.join(base, 'current'),
})

/** Makes a folder, and those above it, that others may enter: a service has a user of its own. One that is there keeps its mode. */
export const makeOpenFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let place = folder; place.length >= first.length; place = path.dirname(place)) await chmod(place, 0o755)
}

/** Lets `current` lead to a version, in one step: it leads to one at any moment. Resolves to where it led before. */
export const switchTo = async ({ base, current }: Installation, folder: string): Promise<string | undefined> => {
  await makeOpenFolder(base)
  const before = (await lstat(current).catch(() => undefined)) ? path.resolve(base, await readlink(current)) : undefined
  const next = `${current}.next`
  await rm(next, { force: true })
  await symlink(path.relative(base, folder), next)
  await rename(next, current)
  return before
}
