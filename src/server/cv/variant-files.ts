import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { variantAt } from '../../model/cv/cv.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Log } from '../process/log.ts'
import { derivedKey } from '../process/sealed-text.ts'
import { forOneOnly } from '../snapshots/security-headers.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { type CvWanted, createCvShelf } from './cv-shelf.ts'
import { type CvSource, variantSource } from './cv-source.ts'
import { newLink, type StoredVariant } from './variants.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The keys under which variants with access by link are shown: 256 bits each, made from the server's secret and stored nowhere. */
export const createVariantKeys = (readSecret: () => Promise<string>) => {
  let purposeKey: Promise<Buffer> | undefined
  const keyOf = async ({ id, link }: Pick<StoredVariant, 'id' | 'link'>): Promise<string> => {
    purposeKey ??= readSecret().then((secret) => derivedKey(secret, 'CV variants'))
    purposeKey.catch(() => {
      purposeKey = undefined
    })
    return createHmac('sha256', await purposeKey)
      .update(`${id} ${link}`)
      .digest('base64url')
  }
  return { keyOf }
}

/** Key of what is not there: the answer takes as long as for a variant with another key. */
const nobodysKey = newLink()

/** Compares in a time that says nothing of the key. */
const isSameKey = (given: string, key: string): boolean => timingSafeEqual(hashOf(given), hashOf(key))

/** Of all forms of all variants. */
const mostBytes = 32 * 1024 * 1024

const unlisted = ['X-Robots-Tag', 'noindex, nofollow']
/** No search engine lists it, no other site hears of it, nothing in between keeps it. */
const secrecy = [...unlisted, 'Cache-Control', forOneOnly, 'Referrer-Policy', 'no-referrer']

interface Known {
  variant: StoredVariant
  key: string
  source?: { content: Content; made: CvSource }
}

export interface CvVariantFiles {
  ready(path: string, query: string): Snapshot | undefined
  /** Undefined for a path that no variant can have; resolves to undefined where there is nothing to see. */
  load(path: string, query: string): Promise<Snapshot | undefined> | undefined
  /** The variants are other ones. */
  changed(): void
}

/**
 * Answers `/cv/{name}.{form}`. A variant with access by link is shown to who names its key in the query, `?key=…`; to everybody else it is not
 * there. Forms are made when they are first asked for.
 */
export const createVariantFiles = (parts: {
  variants: () => Promise<StoredVariant[]>
  keys: ReturnType<typeof createVariantKeys>
  content: () => Content | undefined
  publicUrl: string
  themes: readonly Theme[]
  make: MakeCvForm
  security: readonly string[]
  log: Log
  onMade?: (path: string, snapshot: Snapshot) => void
}): CvVariantFiles => {
  const { variants, keys, content, publicUrl, themes, log } = parts
  const shelf = createCvShelf({ ...parts, mostBytes })
  let known: ReadonlyMap<string, Known> | undefined
  let isNewest = false
  let reading: Promise<void> | undefined

  const read = async () => {
    while (!isNewest) {
      isNewest = true
      try {
        const list = await variants()
        const next = await Promise.all(list.map(async (variant) => ({ variant, key: await keys.keyOf(variant) })))
        known = new Map(next.map((one) => [one.variant.data.name, one]))
      } catch (error) {
        isNewest = false
        if (!known) throw error
        log.warn('The variants of the CV could not be read; the last known ones stay', { reason: String(error) })
        return
      }
    }
  }

  const upToDate = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  const sourceOf = (one: Known): CvSource => {
    const shown = content()
    if (!shown) throw new Unavailable('Nothing is published yet.')
    if (one.source?.content !== shown)
      one.source = { content: shown, made: variantSource(shown, publicUrl, one.variant.data, themes) }
    return one.source.made
  }

  /** The form that stands at this path for who asks. */
  const wantedAt = (path: string, query: string): CvWanted | undefined => {
    const at = variantAt(path)
    if (!at) return undefined
    const one = known?.get(at.name)
    const given = /[?&]key=([\w-]{43})(?:&|$)/.exec(query)?.[1] ?? ''
    // Compared for every name, so that no answer is quicker where there is none.
    const fits = isSameKey(given, one?.key ?? nobodysKey)
    if (!one || (one.variant.data.access === 'link' && !fits)) return undefined
    const { access, anonymous } = one.variant.data
    return {
      ...{ path, kind: at.kind, source: sourceOf(one), audience: `${access}${anonymous ? '-anonymous' : ''}` },
      headers: access === 'link' ? secrecy : unlisted,
    }
  }

  return {
    ready: (path, query) => {
      if (!isNewest || reading || !variantAt(path) || !content()) return undefined
      const wanted = wantedAt(path, query)
      return wanted && shelf.ready(wanted)
    },
    load: (path, query) => {
      if (!variantAt(path)) return undefined
      const loading = async () => {
        if (!isNewest || reading) await upToDate()
        const wanted = wantedAt(path, query)
        return wanted && shelf.load(wanted)
      }
      return loading()
    },
    changed: () => {
      isNewest = false
    },
  }
}
