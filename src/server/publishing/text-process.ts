import type { Text } from '../../model/publishing/page.ts'
import { keepProcess } from '../process/kept-process.ts'
import { packageRoot, runsFromSource } from '../process/package-root.ts'
import { memoryIsShort } from '../process/short-memory.ts'

const workerFile = new URL(runsFromSource ? 'src/text-worker.ts' : 'dist/server/text-worker.js', packageRoot)

/** Of a process that does not answer; what is slow to parse ends much sooner. */
const lostMs = 10_000

/** A message to the process: texts, and what one of them and all may take of the processor. */
export interface TextJob {
  texts: readonly Text[]
  textMs: number
  allMs: number
}

/** A message from it for each text. Without markup the text takes too long; skipped, the others took all the time. */
export type TextReport = { kind: 'drawn'; markup: string | undefined } | { kind: 'skipped' }

/**
 * Makes markup of texts in a process of its own, which is forked when needed and ended when idle. `heard` gets a report for each text, in
 * order. Resolves to how many there were: fewer than the texts when the process was lost over the next one. Rejects when none can be started.
 */
export const createTextProcess = ({
  idleMs,
  memoryBytes = 256 * 1024 * 1024,
}: {
  idleMs: number
  memoryBytes?: number
}) => {
  const kept = keepProcess({ file: workerFile, args: [String(memoryBytes)], heapMb: 160, env: {}, idleMs })
  let busy = false

  return {
    draw: (job: TextJob, heard: (index: number, report: TextReport) => void): Promise<number> =>
      new Promise((resolve, reject) => {
        if (kept.isClosed || job.texts.length === 0) return resolve(0)
        const { worker, release, kill } = kept.hold()
        busy = true
        let done = 0
        const settle = () => {
          clearTimeout(timer)
          worker.off('message', next).off('exit', settle).off('error', lose)
          busy = false
          release()
          resolve(done)
        }
        const lose = (error?: Error) => {
          if (error && worker.pid === undefined) reject(error)
          kill()
          settle()
        }
        const timer = setTimeout(lose, lostMs)
        const next = (report: TextReport) => {
          timer.refresh()
          heard(done++, report)
          if (done === job.texts.length) settle()
        }
        worker.on('message', next).on('exit', settle).on('error', lose)
        // Kept for it until it has started.
        worker.send(job)
      }),
    /** Forks the process, or keeps it for another while. Never throws. */
    warm: (): void => {
      try {
        if (!busy && !memoryIsShort) kept.hold().release()
      } catch {
        // Whoever needs it tries again.
      }
    },
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}
