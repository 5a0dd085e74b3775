import { TooMany, Unavailable } from '../../model/errors.ts'
import { cardFolder, cardStem, type ShareCard, type Site, shareCardSize } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Variant } from '../media/stored-bytes.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import type { Log } from '../process/log.ts'
import { programFile } from '../process/package-root.ts'
import { immutable } from '../snapshots/security-headers.ts'
import { onDemand } from '../snapshots/shelf.ts'
import { createSnapshot, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import type { CardJob, CardReport } from './draw-card.ts'

/** Bytes of cards that stay in memory: some two hundred. */
const mostBytes = 16 * 1024 * 1024
/** A card that could not be drawn is not tried again for a while. */
const retryMs = 60_000

export interface Cards {
  /** The answer for this path when it is in memory. */
  ready(path: string): Snapshot | undefined
  /**
   * The answer for this path: the card; a redirect to the present card of the same page, or to its image when it cannot be drawn;
   * undefined when no page that visitors see has such a card.
   */
  load(path: string): Promise<Snapshot | undefined> | undefined
  /** Draws a card. Throws as `CardProcess.draw` does. */
  draw(card: ShareCard): Promise<Buffer>
}

/**
 * The cards of what visitors see. A card is drawn when its path is asked for, so that no save waits for it; its path has the hash of what
 * it shows, so that it is drawn again only when that changes or it has left memory.
 */
export const createCards = (parts: {
  site: Pick<Site, 'cards'>
  content: () => Content | undefined
  /** Resolves when what is stored is shown as well. */
  caughtUp: () => Promise<unknown>
  process: Pick<CardProcess, 'draw'>
  variant: (name: string) => Promise<Pick<Variant, 'bytes'> | undefined>
  security: readonly string[]
  log: Log
  now?: () => number
}): Cards => {
  const { site, content, caughtUp, process, variant, security, log, now = Date.now } = parts
  let known: { of: Content | undefined; cards: Map<string, ShareCard> } = { of: undefined, cards: new Map() }
  let failed = new Map<string, number>()

  const cards = () => {
    const of = content()
    if (of && of !== known.of) {
      known = { of, cards: new Map([...site.cards(of)].map((card) => [card.stem, card])) }
      failed = new Map([...failed].filter(([path, until]) => until > now() && cardAt(path)))
    }
    return known.cards
  }
  const present = (path: string) => cards().get(cardStem(path) ?? '')
  const cardAt = (path: string) => {
    const card = known.cards.get(cardStem(path) ?? '')
    return card?.path === path ? card : undefined
  }

  const draw = async (card: ShareCard) => {
    const { node, fonts, image } = card.draw()
    const found = image === undefined ? undefined : await variant(image.slice('/media/'.length))
    if (image !== undefined && !found) throw new Error('Its image is not there.')
    return process.draw({ node, fonts, image: found?.bytes, ...shareCardSize })
  }

  const answer = (status: 200 | 302, type: string, identity: Buffer, etag: string, own: string[]) =>
    createSnapshot({ status, type, bodies: { identity }, etag, headers: mergedHeaders(security, own) })

  const drawn = async (card: ShareCard): Promise<Snapshot> => {
    if ((failed.get(card.path) ?? 0) > now()) throw new Error('It could not be drawn a moment ago.')
    try {
      const png = await draw(card)
      // It is made for other sites.
      const open = ['Cache-Control', immutable, 'Cross-Origin-Resource-Policy', 'cross-origin']
      return answer(200, 'image/png', png, `W/"${card.path.slice(cardFolder.length)}"`, open)
    } catch (error) {
      log.warn('A share card could not be drawn', { path: card.path, reason: String(error) })
      if (!(error instanceof TooMany)) failed.set(card.path, now() + retryMs)
      throw error
    }
  }

  const redirect = (to: string) =>
    answer(302, 'text/plain', Buffer.alloc(0), `W/"${to}"`, ['Location', to, 'Cache-Control', 'no-cache'])

  const store = onDemand(
    {
      get: (path) => {
        const card = cardAt(path)
        return card && (() => drawn(card))
      },
    },
    mostBytes,
  )

  const load = async (path: string): Promise<Snapshot | undefined> => {
    // Published by another process, perhaps, and not here yet.
    if (present(path)?.path !== path) await caughtUp()
    const card = present(path)
    if (!card) return undefined
    if (card.path !== path) return redirect(card.path)
    const { fallback } = card
    return store.ready(path) ?? store.load(path)?.catch(() => (fallback === undefined ? undefined : redirect(fallback)))
  }

  return {
    ready: (path) => (path.startsWith(cardFolder) && present(path)?.path === path ? store.ready(path) : undefined),
    load: (path) => (cardStem(path) === undefined ? undefined : load(path)),
    draw,
  }
}

const workerFile = programFile('card-worker', import.meta.url)

/** Cards that may wait to be drawn, the one in hand included. */
const mostWaiting = 32

interface CardProcess {
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
  timeoutMs = 60_000,
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
