import { Unavailable } from '../../model/errors.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { programFile } from '../process/package-root.ts'
import type { CardJob, CardReport } from './card-job.ts'

const workerFile = programFile('card-worker', import.meta.url)

/** Cards that may wait to be drawn, the one in hand included. */
const mostWaiting = 32

export interface CardProcess {
  /** The card as a PNG. Throws `TooMany` when too many wait, and `Unavailable` when it cannot be drawn. */
  draw(job: CardJob): Promise<Buffer>
  readonly pid: number | undefined
  close(): void
}

/**
 * Draws cards in a process of its own, since what draws them is native code: one at a time, forked when needed, ended when idle, killed
 * when it takes too long or too much memory.
 */
export const createCardProcess = ({
  timeoutMs = 10_000,
  idleMs = 10_000,
  memoryBytes = 384 * 1024 * 1024,
}: {
  timeoutMs?: number
  idleMs?: number
  memoryBytes?: number
} = {}): CardProcess => {
  const oneAtATime = takeTurns(mostWaiting, 'Many cards are being drawn. Try again in a moment.')
  // One thread draws; glibc gives memory back.
  const kept = keepProcess({
    file: workerFile,
    args: [String(memoryBytes)],
    heapMb: 64,
    env: {
      RAYON_NUM_THREADS: '1',
      UV_THREADPOOL_SIZE: '1',
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '1000000',
    },
    idleMs,
  })

  const perform = (job: CardJob) =>
    kept.work<CardJob, CardReport, Buffer>({
      message: job,
      timeoutMs,
      late: () => new Unavailable(`Drawing took more than ${timeoutMs / 1000} s.`),
      heard: (report, { done, refuse }) => {
        if (report.kind === 'failed') return refuse(new Unavailable(`The card could not be drawn: ${report.message}`))
        const { buffer, byteOffset, byteLength } = report.png
        done(Buffer.from(buffer, byteOffset, byteLength))
      },
      ended: () => new Unavailable('The process that draws cards ended.'),
    })

  return {
    draw: (job) => oneAtATime(() => perform(job)),
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}
