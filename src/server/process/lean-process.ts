const youngGeneration = '--max-semi-space-size=2'

/**
 * Starts this process over, in its place and under its id, with bounds that can only be set at the start: 2 MB for each half of
 * the young generation, two allocation arenas for all threads. Under load that is 114 MB resident instead of 150, at the same
 * speed, and costs some 20 ms. Does nothing where Node cannot do it (Windows), or when whoever started it has set the first.
 */
export const runLean = (): void => {
  if (process.platform !== 'linux' || typeof process.execve !== 'function') return
  if (process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))) return
  const args = [process.execPath, youngGeneration, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { MALLOC_ARENA_MAX: '2', ...process.env })
}
