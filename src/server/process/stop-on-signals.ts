import { readFileSync } from 'node:fs'
import type { Log } from './log.ts'

// npm runs a script in a shell. SIGTERM ends the shell but not this process, and SIGKILL neither: an orphan would hold the port.

const pollMs = 500

/** Scripts that run the site for as long as npm runs. Another script may start it and leave it running on purpose. */
const following = ['start', 'dev', 'vitrine']

/** Shell and npm, in an `npx vitrine`; more when another program was begun by npx and started this one on purpose. */
const mostBehindNpx = 2

const runner = /^(?:npm|pnpm|yarn)/
const mostGenerations = 5

/** Name and parent of a process, on Linux. Throws when there is no such process. */
const lookUp = (pid: number) => {
  const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold any character; after the last one follow the state and the parent (proc_pid_stat(5)).
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { name, parent: Number(parent) }
}

/** Ancestors up to npm, the nearest first; only the parent where npm is not among them or cannot be found. */
const ancestors = (): number[] => {
  const parent = process.ppid
  const line: number[] = []
  try {
    for (let pid = parent; pid > 0 && line.length < mostGenerations; ) {
      line.push(pid)
      const { name, parent: next } = lookUp(pid)
      if (runner.test(name)) return line
      pid = next
    }
  } catch {}
  return [parent]
}

const isFollowed = (
  { npm_lifecycle_event: script = '', npm_package_name: name }: Readonly<Record<string, string | undefined>>,
  line: readonly number[],
) => (script === 'npx' ? line.length <= mostBehindNpx : following.includes(script) && name === 'vitrine')

const isUnbroken = ([nearest, ...others]: readonly number[]): boolean => {
  if (process.ppid !== nearest) return false
  let child = nearest
  for (const pid of others) {
    try {
      if (lookUp(child).parent !== pid) return false
    } catch {
      return false
    }
    child = pid
  }
  return true
}

/**
 * Calls `ended` once when npm, having started this process by `npm start` or `npx vitrine`, or a process between the two has ended. Does nothing for a
 * process that was started in another way. Returns a function that ends the watch.
 */
export const whenNpmEnds = (
  ended: () => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): (() => void) => {
  if (env.npm_lifecycle_event === undefined) return () => {}
  const line = ancestors()
  if (!isFollowed(env, line)) return () => {}
  const timer = setInterval(() => {
    if (isUnbroken(line)) return
    clearInterval(timer)
    ended()
  }, pollMs).unref()
  return () => clearInterval(timer)
}

const sameSignalMs = 1000

/** Ends the process when it is asked to, after `stop`. */
export const stopOnSignals = (stop: () => Promise<void>, log: Log): void => {
  let asked: number | undefined
  const end = (why: Record<string, string>) => {
    asked = performance.now()
    log.info('Stopping', why)
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('Stopping failed', { reason: String(error) })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (asked === undefined) return end({ signal })
      // A terminal or supervisor signals npm and this process, and npm forwards the signal.
      if (performance.now() - asked < sameSignalMs) return
      process.exit(1)
    })
  whenNpmEnds(() => {
    if (asked === undefined) end({ reason: 'npm, which started this process, has ended' })
  })
}
