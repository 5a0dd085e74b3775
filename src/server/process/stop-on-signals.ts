import type { Log } from './log.ts'
import { whenNpmEnds } from './npm-parent.ts'

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
