import { readFileSync } from 'node:fs'

// npm runs a script by a shell: on SIGTERM the shell ends and this process does not, and on SIGKILL not even the shell does.
// Either way nobody would hold the port any more but an orphan.

const pollMs = 500

/** The scripts that run the site for as long as npm runs. Another one may start it and leave it running on purpose. */
const following = ['start', 'dev', 'vitrine']

const runner = /^(?:npm|pnpm|yarn)/
const mostGenerations = 5

/** The parent of a process and the name that it gives itself; only Linux tells. Throws when there is no such process. */
const lookUp = (pid: number) => {
  const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in parentheses and may contain any; behind the last one: the state, the parent (proc_pid_stat(5)).
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { name, parent: Number(parent) }
}

/** This process's ancestors up to npm, the nearest first; only the parent where npm is not among them or cannot be seen. */
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
  } catch {
    // Not Linux, or one of them has just ended.
  }
  return [parent]
}

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
 * Watches npm when `npm start` has started this process, and calls `ended` once when npm, or a process between the two, has
 * ended. Does nothing for a process that was started in another way, such as by systemd. Returns what ends the watching.
 */
export const whenNpmEnds = (
  ended: () => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): (() => void) => {
  if (!following.includes(env.npm_lifecycle_event ?? '') || env.npm_package_name !== 'vitrine') return () => {}
  const line = ancestors()
  const timer = setInterval(() => {
    if (isUnbroken(line)) return
    clearInterval(timer)
    ended()
  }, pollMs).unref()
  return () => clearInterval(timer)
}
