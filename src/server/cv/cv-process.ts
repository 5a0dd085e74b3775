import { fileURLToPath } from 'node:url'
import { Unavailable } from '../../model/errors.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { programFile } from '../process/package-root.ts'
import type { CvForm, CvJob, CvReport } from './cv-job.ts'

const workerFile = programFile('cv-worker', import.meta.url)
/** Template and fonts of the PDF; the build has them next to the program. */
const workspace = fileURLToPath(new URL('typst', workerFile))

interface CvProcessOptions {
  timeoutMs?: number
  idleMs?: number
  memoryBytes?: number
}

export interface CvProcess {
  /** Makes one form of a CV. Rejects with `Unavailable` when that fails or takes too long. */
  make(job: CvJob): Promise<CvForm>
  readonly pid: number | undefined
  close(): void
}

/** Makes PDF and DOCX in a separate process, one at a time: forked when needed, ended when idle, killed when it is stuck. */
export const createCvProcess = (options: CvProcessOptions = {}): CvProcess => {
  const { timeoutMs = 20_000, idleMs = 60_000, memoryBytes = 512 * 1024 * 1024 } = options
  const oneAtATime = takeTurns()
  // Neither a home folder nor a font configuration in which Typst would look for fonts.
  const kept = keepProcess({
    file: workerFile,
    args: [workspace, String(memoryBytes)],
    heapMb: 128,
    env: { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', `file://${workspace}/`)), MALLOC_ARENA_MAX: '2' },
    idleMs,
  })
  const failed = (reason: string) => new Unavailable(`The CV could not be made: ${reason}`)

  return {
    make: (job) =>
      oneAtATime(() =>
        kept.work<CvJob, CvReport, CvForm>({
          message: job,
          timeoutMs,
          late: () => failed(`it took more than ${timeoutMs / 1000} s.`),
          heard: (report, { done, refuse }) =>
            report.kind === 'made' ? done(report.form) : refuse(new Unavailable(report.message)),
          ended: () => failed('the process for it ended.'),
        }),
      ),
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}
