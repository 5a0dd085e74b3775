import { doJobs } from '../process/expendable.ts'
import { drawIcons, encodeImage, rasterise } from './image-encoding.ts'
import { type ImageJob, type ImageReport, Refused } from './image-job.ts'

// Runs in the process that decodes images. It knows no secret, does one job at a time and is expendable.

const report = (message: ImageReport) => process.send?.(message)

const work = async (job: ImageJob): Promise<ImageReport> => {
  if (job.kind === 'drawing') return { kind: 'drawn', png: await rasterise(job.bytes) }
  if (job.kind === 'icons') return { kind: 'icons', icons: await drawIcons(job.bytes) }
  if (job.kind === 'svg') {
    // The DOM is loaded when it is needed.
    const { sanitizeSvg } = await import('./svg.ts')
    report({ kind: 'reading' })
    return { kind: 'sanitized', image: sanitizeSvg(job.bytes) }
  }
  return { kind: 'encoded', image: await encodeImage(job, () => report({ kind: 'decoded' })) }
}

doJobs(Number(process.argv[2]), (job: ImageJob) =>
  work(job).catch((error: unknown): ImageReport => {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, message: error.message }
    throw error
  }),
)
