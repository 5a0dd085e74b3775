import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Unavailable } from '../../model/errors.ts'
import type { Text, TextMarkup } from '../../model/publishing/page.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { memoryIsShort } from '../process/lean-process.ts'
import { packageRoot, runsFromSource } from '../process/package-root.ts'
import type { CheckCss } from '../themes/css-check.ts'

const workerFile = new URL(runsFromSource ? 'src/text-worker.ts' : 'dist/server/text-worker.js', packageRoot)

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
  lostMs = 10_000,
  memoryBytes = 256 * 1024 * 1024,
}: {
  idleMs: number
  /** Of a process that does not answer; what is slow to parse ends much sooner. */
  lostMs?: number
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

/** Time of the processor for one text, and for all texts of a page. */
const [textMs, pageMs] = [300, 1000]
/** Characters of markup that stay in memory. */
const mostKept = (memoryIsShort ? 4 : 16) * 1024 * 1024
/** Pages that are drawn before other work has its turn. */
const pagesAtOnce = 50
const cssMs = 5000
/** For the process to start, where it has not. */
const startMs = 1500

type Result = { markup: string | undefined; state: 'drawn' | 'slow' | 'skipped' }

const keyOf = ({ kind, text }: Text): string => createHash('sha256').update(`${kind}\n${text}`).digest('base64')

/** Texts that somebody had to do without, and who is told when one of them has markup. */
const createLate = () => {
  const missed = new Set<string>()
  const listeners: (() => void)[] = []
  let isLate = false
  let revision = 0
  return {
    miss: (key: string): void => {
      if (missed.size < 10_000) missed.add(key)
    },
    keep: (key: string, isDrawn: boolean): void => {
      if (missed.delete(key) && isDrawn) isLate = true
    },
    tell: (): void => {
      if (!isLate) return
      isLate = false
      revision += 1
      for (const listener of listeners) listener()
    },
    listen: (listener: () => void): void => {
      listeners.push(listener)
    },
    revision: () => revision,
  }
}

export interface DrawnTexts extends TextMarkup {
  /** True when visitors see this text as it was written. */
  isPlain(text: Text): boolean
  /**
   * Makes the markup that is missing, of the texts of each page. Resolves when it is there, or after `waitMs`: the rest then comes later.
   * `again` also tries texts for which there was no time next to others. Never rejects.
   */
  draw(pages: readonly (readonly Text[])[], options?: { waitMs?: number; again?: boolean }): Promise<void>
  /** What it says of the owner's CSS. Never rejects. */
  checkCss?: CheckCss
  /** Subscribes to markup that comes after the published site had to do without it. */
  onLate(listener: () => void): void
  /** Subscribes to markup that comes after a draft had to do without it. */
  onLateDraft(listener: () => void): void
  /** Renders a draft, at once: what it has to do without is no matter of the published site. */
  forDraft<T>(render: () => T): T
  /** Starts the process, or keeps it for another while. */
  warm(): void
  close(): void
}

/** For a site that shows no markup of texts. */
export const noTexts: DrawnTexts = {
  of: () => undefined,
  revision: () => 0,
  isPlain: () => false,
  draw: async () => {},
  onLate: () => {},
  onLateDraft: () => {},
  forDraft: (render) => render(),
  warm: () => {},
  close: () => {},
}

/**
 * The markup of texts, made in a process of its own and kept by the hash of the text. A text that takes too long has none: neither it nor
 * a process that is lost holds up who asks.
 */
export const createDrawnTexts = (worker = createTextProcess({ idleMs: 60_000 })): DrawnTexts => {
  const turn = takeTurns()
  const kept = new Map<string, Result>()
  const late = { site: createLate(), draft: createLate() }
  let asking = late.site
  let size = 0
  let closed = false

  const forget = (key: string) => {
    size -= kept.get(key)?.markup?.length ?? 0
    kept.delete(key)
  }

  const keep = (key: string, result: Result) => {
    forget(key)
    kept.set(key, result)
    // A text without markup takes its key alone.
    size += result.markup?.length ?? 0
    for (const oldest of kept.keys()) {
      if ((size <= mostKept && kept.size <= 100_000) || kept.size === 1) break
      forget(oldest)
    }
    for (const one of [late.site, late.draft]) one.keep(key, result.state === 'drawn')
  }

  const found = (key: string): Result | undefined => {
    const result = kept.get(key)
    // The least recently used is the first.
    if (result && kept.delete(key)) kept.set(key, result)
    return result
  }

  const drawPage = async (texts: readonly Text[], again: boolean): Promise<void> => {
    const missing = new Map<string, Text>()
    // Short ones first: next to a slow one they are not skipped.
    for (const text of texts.toSorted((a, b) => a.text.length - b.text.length)) {
      const key = keyOf(text)
      const result = found(key)
      if (text.text !== '' && (!result || (again && result.state === 'skipped'))) missing.set(key, text)
    }
    let lost: string | undefined
    while (missing.size > 0) {
      const keys = [...missing.keys()]
      const job = { texts: [...missing.values()], textMs, allMs: pageMs }
      const heard = (index: number, report: TextReport) => {
        const key = keys[index] ?? ''
        missing.delete(key)
        if (report.kind === 'skipped') keep(key, { markup: undefined, state: 'skipped' })
        else keep(key, { markup: report.markup, state: report.markup === undefined ? 'slow' : 'drawn' })
      }
      const done = await worker.draw(job, heard)
      if (done === keys.length) return
      // The process was lost over this text: by chance once, and because of the text twice.
      const suspect = keys[done] ?? ''
      if (lost === suspect) heard(done, { kind: 'skipped' })
      if (closed) return
      lost = suspect
    }
  }

  const drawAll = async (pages: readonly (readonly Text[])[], again: boolean) => {
    for (let from = 0; from < pages.length && !closed; from += pagesAtOnce)
      await turn(async () => {
        try {
          for (const texts of pages.slice(from, from + pagesAtOnce)) await drawPage(texts, again)
        } finally {
          late.site.tell()
          late.draft.tell()
        }
      })
  }

  const texts: DrawnTexts = {
    of: (text) => {
      const key = keyOf(text)
      const result = found(key)
      if (!result) asking.miss(key)
      return result?.markup
    },
    revision: late.site.revision,
    isPlain: (text) => (kept.get(keyOf(text))?.state ?? 'drawn') !== 'drawn',
    draw: async (pages, { waitMs, again = false } = {}) => {
      const isMissing = (text: Text) => {
        const state = text.text === '' ? 'drawn' : kept.get(keyOf(text))?.state
        return !state || (again && state === 'skipped')
      }
      const asked = pages.filter((texts) => texts.some(isMissing))
      if (asked.length === 0 || closed) return
      const stop = new AbortController()
      const most = waitMs === undefined ? [] : [waitMs + (worker.pid === undefined ? startMs : 0)]
      const timers = most.map((ms) => wait(ms, undefined, { signal: stop.signal }).catch(() => {}))
      // Where no process can be started, texts stand as they were written until somebody asks again.
      await Promise.race([drawAll(asked, again).catch(() => {}), ...timers])
      stop.abort()
    },
    checkCss: async (css) => {
      if (css === '') return { css, problems: [] }
      const text: Text = { kind: 'own-css', text: css }
      await texts.draw([[text]], { waitMs: cssMs, again: true })
      const checked = kept.get(keyOf(text))?.markup
      if (checked !== undefined) return JSON.parse(checked)
      return { css: '', problems: [{ line: 1, message: 'This could not be checked in time. Try again.' }] }
    },
    onLate: late.site.listen,
    onLateDraft: late.draft.listen,
    forDraft: (render) => {
      asking = late.draft
      try {
        return render()
      } finally {
        asking = late.site
      }
    },
    warm: worker.warm,
    close: () => {
      closed = true
      worker.close()
    },
  }
  return texts
}
