import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Exit code of an expendable process that took more memory than it may. */
export const outOfMemory = 77

// Either may be forbidden.
const attempt = (step: () => void) => {
  try {
    step()
  } catch {}
}

/**
 * Makes this process one that the server can lose: visitors come first, the kernel ends it before the server when memory runs out, it
 * ends by itself above `memoryBytes` and with its parent.
 */
export const beExpendable = (memoryBytes: number): void => {
  // Ctrl-C reaches the whole process group; the server ends this process after its own requests.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(outOfMemory)
  }, 20).unref()
  attempt(() => setPriority(5))
  attempt(() => writeFileSync('/proc/self/oom_score_adj', '1000'))
}

/** Tells of a job that failed. */
const failure = (error: unknown) => ({
  kind: 'failed' as const,
  message: error instanceof Error ? error.message : String(error),
})

/** Makes this process do the jobs that it is sent: `work` resolves to the report of one. Then it says that it is ready. */
export const doJobs = <Job, Report extends { kind: string }>(
  memoryBytes: number,
  work: (job: Job) => Promise<Report>,
): void => {
  const report = (message: object) => process.send?.(message)
  process.on('message', (job: Job) => {
    work(job).then(report, (error: unknown) => report(failure(error)))
  })
  beExpendable(memoryBytes)
  report({ kind: 'ready' })
}
