import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Skipped } from '../check.ts'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })

const mounted = new Set<string>()

/** Takes a file system off again. */
export const unmount = (folder: string): void => {
  if (!mounted.delete(folder)) return
  // A reader may be leaving just now: then it goes when that has.
  if (run('umount', folder).status !== 0) run('umount', '--lazy', folder)
}
process.on('exit', () => {
  for (const folder of mounted) unmount(folder)
})

/** Mounts a file system for a check; throws `Skipped` where this may not be done. */
export const mount = (folder: string, ...args: string[]): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Skipped('It mounts a file system of its own, which takes Linux and root.')
  mkdirSync(folder, { recursive: true })
  const { status, stderr, error } = run('mount', ...args, folder)
  if (status !== 0) throw new Skipped(`No file system could be mounted here: ${error?.message ?? stderr.trim()}`)
  mounted.add(folder)
}
