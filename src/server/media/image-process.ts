import { TooLarge, Unavailable, UnsupportedType } from '../../model/errors.ts'
import type { Region } from '../../model/media/crop.ts'
import { outOfMemory } from '../process/expendable.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { programFile } from '../process/package-root.ts'
import type { EncodedImage, Icon, ImageJob, ImageReport, SanitizedSvg } from './image-job.ts'
import { imageLimits } from './image-job.ts'

const workerFile = programFile('image-worker', import.meta.url)

interface ImageProcessOptions {
  decodeTimeoutMs?: number
  workTimeoutMs?: number
  idleMs?: number
  memoryBytes?: number
}

export interface ImageProcess {
  /**
   * Makes an image's variants, or those of a region. Throws `TooLarge`, `UnsupportedType`, `TooMany` when too many wait, or
   * `Unavailable`.
   */
  encode(bytes: Uint8Array, region?: Region): Promise<EncodedImage>
  rasterise(svg: Uint8Array): Promise<Uint8Array>
  /** Removes from an SVG what runs or fetches. Throws as `encode` does. */
  sanitize(svg: Uint8Array): Promise<SanitizedSvg>
  /** Makes the icons of an image that was encoded here. Throws `TooMany` or `Unavailable`. */
  icons(bytes: Uint8Array): Promise<Icon[]>
  readonly pid: number | undefined
  close(): void
}

type Finished = Extract<ImageReport, { kind: 'encoded' | 'drawn' | 'sanitized' | 'icons' }>

// The process asks the kernel to be killed first; nothing else kills it.
const memoryRanOut =
  'The server ran out of memory while preparing this image. Save it smaller, or give the server more memory.'

/** Decodes images in a separate process, one at a time: forked when needed, ended when idle, killed when it misbehaves. */
export const createImageProcess = (options: ImageProcessOptions = {}): ImageProcess => {
  const { decodeTimeoutMs = 10_000, workTimeoutMs = 60_000, idleMs = 10_000, memoryBytes = 768 * 1024 * 1024 } = options
  const oneAtATime = takeTurns(imageLimits.waiting, 'Several images are being prepared. Try again in a moment.')

  // The malloc settings make glibc return memory: 180 MB instead of 640 after eight images.
  const kept = keepProcess({
    file: workerFile,
    args: [String(memoryBytes)],
    heapMb: 128,
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' },
    idleMs,
  })

  const tooSlow = () => new Unavailable('The image could not be prepared in time. Try again when less is going on.')

  const perform = (job: ImageJob) => {
    const tooSlowToRead = () => {
      const seconds = decodeTimeoutMs / 1000
      const format = job.kind === 'svg' ? 'PNG' : 'JPEG'
      return new TooLarge(`Reading this image took more than ${seconds} s. Save it smaller, or as ${format}.`)
    }
    return kept.work<ImageJob, ImageReport, Finished>({
      message: job,
      timeoutMs: workTimeoutMs,
      late: tooSlow,
      sent: ({ allow }) => {
        // Loading what reads an SVG takes a while on a busy machine; its time begins later.
        if (job.kind === 'image') allow(decodeTimeoutMs, tooSlowToRead)
      },
      heard: (report, { allow, done, fail, refuse }) => {
        if (report.kind === 'reading') allow(decodeTimeoutMs, tooSlowToRead)
        else if (report.kind === 'decoded') allow(workTimeoutMs, tooSlow)
        else if (report.kind === 'failed') fail(new Unavailable(`The image could not be prepared: ${report.message}`))
        else if (report.kind !== 'refused') done(report)
        else {
          const Refusal = report.code === 'too-large' ? TooLarge : UnsupportedType
          refuse(new Refusal(report.message))
        }
      },
      ended: (code, signal) => {
        if (code === outOfMemory)
          return new TooLarge('Reading this image takes too much memory. Save it smaller, or as JPEG.')
        if (signal === 'SIGKILL') return new Unavailable(memoryRanOut)
        return new UnsupportedType('This image could not be read. Open it, save it again and retry.')
      },
    })
  }

  const enqueue = (job: ImageJob): Promise<Finished> => oneAtATime(() => perform(job))

  return {
    encode: async (bytes, region) => {
      const finished = await enqueue({ kind: 'image', bytes, region })
      if (finished.kind !== 'encoded') throw new Unavailable('The image could not be prepared.')
      return finished.image
    },
    rasterise: async (svg) => {
      const finished = await enqueue({ kind: 'drawing', bytes: svg })
      if (finished.kind !== 'drawn') throw new Unavailable('The drawing could not be prepared.')
      return finished.png
    },
    sanitize: async (svg) => {
      const finished = await enqueue({ kind: 'svg', bytes: svg })
      if (finished.kind !== 'sanitized') throw new Unavailable('The SVG could not be prepared.')
      return finished.image
    },
    icons: async (bytes) => {
      const finished = await enqueue({ kind: 'icons', bytes })
      if (finished.kind !== 'icons') throw new Unavailable('The icons could not be prepared.')
      return finished.icons
    },
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}
