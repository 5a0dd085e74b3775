import { cvKindAt, cvKinds } from '../../model/cv/cv.ts'
import type { CvStatus } from '../../model/cv/variant-facts.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Log } from '../process/log.ts'
import type { OnDemand } from '../snapshots/shelf.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { type CvWanted, createCvShelf } from './cv-shelf.ts'
import { type CvSource, cvSource } from './cv-source.ts'

/** After a publish, so that what a save waits for goes first. */
const followMs = 100

export interface CvFiles extends Pick<OnDemand, 'ready' | 'load'> {
  /** True for the path of a form that is made. */
  has(path: string): boolean
  /** From now on the forms are made after each publish, and not only when somebody asks. */
  follow(): void
  /** The content that is shown is another one. */
  changed(): void
  status(): CvStatus
  close(): void
}

/**
 * Holds the forms of the CV that is on the page. A form that cannot be made keeps its last good state; no publish waits for one.
 */
export const createCvFiles = (parts: {
  content: () => Content | undefined
  publicUrl: string
  themes: readonly Theme[]
  make: MakeCvForm
  security: readonly string[]
  log: Log
  onMade?: (path: string, snapshot: Snapshot) => void
}): CvFiles => {
  const { content, publicUrl, themes } = parts
  const shelf = createCvShelf(parts)
  let known: { content: Content; source: CvSource | undefined } | undefined
  let timer: NodeJS.Timeout | undefined
  let isFollowing = false

  const current = (): CvSource | undefined => {
    const shown = content()
    if (shown && known?.content !== shown) known = { content: shown, source: cvSource(shown, publicUrl, themes) }
    return known?.source
  }

  const wantedAt = (path: string): CvWanted | undefined => {
    const kind = cvKindAt(path)
    const source = kind && current()
    return source && { path, kind, source }
  }

  const makeAll = async () => {
    for (const kind of cvKinds) {
      const wanted = wantedAt(`/cv.${kind}`)
      if (wanted) await shelf.prepare(wanted)
    }
  }

  return {
    has: (path) => wantedAt(path) !== undefined,
    ready: (path) => {
      const wanted = wantedAt(path)
      return wanted && shelf.ready(wanted)
    },
    load: (path) => {
      const wanted = wantedAt(path)
      return wanted && shelf.load(wanted)
    },
    follow: () => {
      isFollowing = true
    },
    changed: () => {
      if (!isFollowing) return
      clearTimeout(timer)
      timer = setTimeout(() => void makeAll(), followMs).unref()
    },
    status: () => ({
      isMade: current() !== undefined,
      failure: shelf.failure(),
      pdf: shelf.pdfAt('/cv.pdf') ?? null,
    }),
    close: () => {
      isFollowing = false
      clearTimeout(timer)
    },
  }
}
