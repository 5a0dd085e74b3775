import { fileURLToPath } from 'node:url'
import { Unavailable } from '../../model/errors.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { programFile } from '../process/package-root.ts'
import type { CvForm, CvJob, CvReport } from './cv-job.ts'

const workerFile = programFile('cv-worker', import.meta.url)
/** Template and fonts of the PDF; the build has them next to the program. */
const workspace = fileURLToPath(new URL('typst', workerFile))

export interface CvProcessOptions {
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
  let closed = false
  // Neither a home folder nor a font configuration in which Typst would look for fonts.
  const kept = keepProcess({
    file: workerFile,
    args: [workspace, String(memoryBytes)],
    heapMb: 128,
    env: { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', `file://${workspace}/`)), MALLOC_ARENA_MAX: '2' },
    idleMs,
  })

  const perform = (job: CvJob) =>
    new Promise<CvForm>((resolve, reject) => {
      if (closed) return reject(new Unavailable('The server is stopping. Try again in a moment.'))
      const { worker, fresh, release, kill } = kept.hold()
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        worker.off('message', heard).off('exit', left).off('error', left)
        release()
        finish()
      }
      const fail = (reason: string) => {
        kill()
        settle(() => reject(new Unavailable(`The CV could not be made: ${reason}`)))
      }
      const heard = (report: CvReport) => {
        if (report.kind === 'ready') worker.send(job)
        else if (report.kind === 'failed') settle(() => reject(new Unavailable(report.message)))
        else settle(() => resolve(report.form))
      }
      const left = () => fail(closed ? 'the server is stopping.' : 'the process for it ended.')
      const timer = setTimeout(() => fail(`it took more than ${timeoutMs / 1000} s.`), timeoutMs)
      worker.on('message', heard).on('exit', left).on('error', left)
      if (!fresh) worker.send(job)
    })

  return {
    make: (job) => oneAtATime(() => perform(job)),
    get pid() {
      return kept.pid
    },
    close: () => {
      closed = true
      kept.end()
    },
  }
}
