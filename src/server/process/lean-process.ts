import { hasInheritedSocket } from './inherited-socket.ts'

const youngGeneration = '--max-semi-space-size=2'

/**
 * Starts this process over under its id with options that only a start can set: 2 MB for each half of the young generation, and two
 * allocation arenas for all threads. Under load that is 114 MB resident instead of 150 at the same speed, for some 20 ms. Does nothing
 * on Windows, when the first is set already, or when a socket was handed over, which would be closed.
 */
export const runLean = (): void => {
  if (process.platform !== 'linux' || typeof process.execve !== 'function') return
  if (hasInheritedSocket()) return
  if (process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))) return
  const args = [process.execPath, youngGeneration, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { MALLOC_ARENA_MAX: '2', ...process.env })
}
