import { Unavailable } from '../../model/errors.ts'
import type { Text } from '../../model/publishing/page.ts'
import { keepProcess } from '../process/kept-process.ts'
import { packageRoot, runsFromSource } from '../process/package-root.ts'

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
  const lost = new Unavailable('The process for texts was lost.')

  return {
    draw: async (job: TextJob, heard: (index: number, report: TextReport) => void): Promise<number> => {
      if (kept.isClosed || job.texts.length === 0) return 0
      let done = 0
      try {
        await kept.work<TextJob, TextReport, void>({
          ...{ message: job, atOnce: true, timeoutMs: lostMs, late: () => lost, ended: () => lost },
          heard: (report, turn) => {
            turn.allow(lostMs, () => lost)
            heard(done++, report)
            if (done === job.texts.length) turn.done()
          },
        })
      } catch (error) {
        if (error !== lost && !kept.isClosed) throw error
      }
      return done
    },
    warm: kept.warm,
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}
