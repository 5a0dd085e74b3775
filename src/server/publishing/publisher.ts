import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import { deferredPage, type Page, type ShownPages, type Site, textsIn } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { withCurrentAvailability } from '../../model/settings/availability.ts'
import { yearAt } from '../../model/text-rules.ts'
import type { Changes, Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import { isNamed, mediaNamedIn } from '../media/media-row.ts'
import type { ShownItem, ShownMedia } from '../media/ready-media.ts'
import type { Log } from '../process/log.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import type { CutFonts } from '../themes/cut-fonts.ts'
import type { LastGood } from './content.ts'
import type { DrawnTexts } from './drawn-texts.ts'
import { createPageSnapshots, createRecompression, type Snapshots, singly } from './page-snapshots.ts'

/** An entry, or the settings, whose newest state cannot be rendered: the page shows its last good state, or leaves it out. */
interface Withheld {
  collection: CollectionName | 'settings'
  entry: string | null
  reason: string
}

type Entry = { id: string; order: number } & Record<string, unknown>

/** One difference between the newest and the last good content. */
interface Part {
  collection: CollectionName | 'settings'
  entry: Entry | null
}

// Finding one of a thousand entries takes about twenty; content that throws everywhere must not hold up the site.
const mostAttempts = 120

const entriesIn = (content: Content | undefined, name: CollectionName) => (content?.[name] ?? []) as unknown as Entry[]
const dataOf = (entry: Entry | undefined) => entry && JSON.stringify({ ...entry, order: 0 })

const changedParts = (next: Content, good: Content | undefined): Part[] => {
  const entries = collectionNames.flatMap((name): Part[] => {
    const before = new Map(entriesIn(good, name).map((entry) => [entry.id, dataOf(entry)]))
    return entriesIn(next, name).flatMap((entry) =>
      before.get(entry.id) === dataOf(entry) ? [] : [{ collection: name, entry }],
    )
  })
  const sameSettings = !good || JSON.stringify(good.settings) === JSON.stringify(next.settings)
  return [...(sameSettings ? [] : [{ collection: 'settings', entry: null } as Part]), ...entries]
}

/** The newest content with the last good state of these parts, in the newest order; new ones are left out. */
const without = (next: Content, good: Content | undefined, parts: ReadonlySet<Part>): Content => {
  const held = new Set([...parts].map(({ entry }) => entry))
  const lists = collectionNames.map((name) => {
    const before = new Map(entriesIn(good, name).map((entry) => [entry.id, entry]))
    const list = entriesIn(next, name).flatMap((entry) => {
      if (!held.has(entry)) return [entry]
      const last = before.get(entry.id)
      return last ? [{ ...last, order: entry.order }] : []
    })
    return [name, list]
  })
  return {
    ...next,
    settings: good && held.has(null) ? { ...next.settings, ...good.settings } : next.settings,
    media: { ...good?.media, ...next.media },
    videos: { ...good?.videos, ...next.videos },
    ...Object.fromEntries(lists),
  }
}

const sentence = ({ collection, entry }: Part, reason: string): string => {
  if (collection === 'settings' || !entry) return `The settings cannot be shown: ${reason}`
  const { label, preview } = collections[collection]
  return `${label.one} “${String(entry[preview.title] ?? '')}” cannot be shown: ${reason}`
}

/**
 * Finds the largest part of `next` that can be rendered, starting from the last good content, or from no entries when even that fails.
 * `attempt` returns why content cannot be rendered. Undefined when nothing can.
 */
export const publishAround = async (
  next: Content,
  good: Content | undefined,
  attempt: (content: Content) => string | undefined,
): Promise<{ content: Content; withheld: Withheld[] } | undefined> => {
  let attempts = 0
  const tried = async (content: Content) => {
    attempts += 1
    await breathe()
    return attempt(content)
  }
  for (const base of good ? [good, undefined] : [undefined]) {
    const parts = changedParts(next, base)
    const out = new Set(parts)
    if (parts.length === 0 || (await tried(without(next, base, out))) !== undefined) continue
    const withheld: Withheld[] = []
    const take = async (chunk: readonly Part[]): Promise<void> => {
      const reason = await tried(without(next, base, new Set([...out].filter((part) => !chunk.includes(part)))))
      if (reason === undefined) for (const part of chunk) out.delete(part)
      else if (chunk.length === 1 || attempts > mostAttempts)
        for (const part of chunk)
          withheld.push({
            collection: part.collection,
            entry: part.entry?.id ?? null,
            reason: sentence(part, reason),
          })
      else {
        const half = Math.ceil(chunk.length / 2)
        await take(chunk.slice(0, half))
        await take(chunk.slice(half))
      }
    }
    await take(parts)
    return { content: without(next, base, out), withheld }
  }
  return undefined
}

interface PublishingStatus {
  version: number
  failure: string | undefined
}

function* withData(data: Page, pages: Iterable<Page>) {
  yield data
  yield* pages
}

const shownTimeoutMs = 500
/** Time that a publish waits for the markup of texts. */
const textsMs = 1300

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Content as JSON, without its version. Made once, when somebody asks: with thousands of entries it takes longer than everything else. */
const jsonOf = ({ version: _, ...rest }: Content): (() => string) => {
  let json: string | undefined
  return () => {
    json ??= JSON.stringify(rest)
    return json
  }
}

/** Few ask for it, so it is put together and compressed at its first visit. */
const contentPage = (version: () => number, json: () => string): Page => {
  const head = { path: '/api/content', status: 200 as const, type: 'application/json', styles: [] }
  return deferredPage(head.path, () => ({ ...head, body: `{"version":${version()},${json().slice(1)}` }), head)
}

/** True when they differ in nothing but the version. An entry that has not changed is the same object, so that few are looked into. */
const isSame = (next: Content, shown: Content | undefined): boolean =>
  shown !== undefined && isDeepStrictEqual({ ...next, version: 0 }, { ...shown, version: 0 })

/**
 * Turns content into snapshots, all of them or none. What cannot be rendered stays as it was; when nothing can, the last good pages
 * stay, also across a restart.
 */
export const createPublisher = (parts: {
  site: Site
  read: () => Promise<Content>
  snapshots: Snapshots
  headers: (styles: readonly string[]) => string[]
  log: Log
  lastGood?: LastGood
  /** Called after each publish. */
  onShown?: () => void
  /** Called for each deferred page that was rendered. */
  onMade?: (path: string, snapshot: Snapshot) => void
  texts?: DrawnTexts
  fonts?: Pick<CutFonts, 'prepare' | 'onCut'> | undefined
  now?: () => number
}) => {
  const { site, read, snapshots, headers, log, lastGood, onShown, onMade, texts, fonts, now = Date.now } = parts
  const recompression = createRecompression(snapshots)
  const ready = createPageSnapshots(headers, onMade, texts)
  let content: Content | undefined
  let version = 0
  let json = () => ''
  let failure: string | undefined
  let withheld: readonly Withheld[] = []
  let attempted = 0
  let failures = 0
  let dirty = false
  let closed = false
  let isLate = false
  let year = 0
  const asked = new WeakSet<object>()
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let waiting: { version: number; resolve: (status: PublishingStatus) => void }[] = []

  const status = (): PublishingStatus => ({ version, failure })
  const pages = (): ShownPages => (!content ? 'none' : failure === undefined ? 'fresh' : 'stale')

  const fail = (error: unknown, message = messageOf(error)) => {
    if (failure !== message)
      log.error('Publishing failed; the last good state stays', {
        reason: message,
        at: error instanceof Error ? error.stack : undefined,
      })
    failure = message
  }

  /** Texts that are not yet drawn; more than a publish may take comes later. */
  const drawTexts = async (next: Content) => {
    const fresh = [...textsIn(next)].filter(([part]) => !asked.has(part))
    await texts?.draw(
      fresh.map(([, all]) => all),
      { waitMs: textsMs, again: true },
    )
    for (const [part] of fresh) asked.add(part)
  }

  /** Shows the content; `anew` although it is the same, since something else on the pages is not: markup, fonts, the year. */
  const show = async (whole: Content, anew = false) => {
    const started = performance.now()
    // Whatever it comes from: the store, or the state before the restart.
    const settings = withCurrentAvailability(whole.settings, now())
    const next = settings === whole.settings ? whole : { ...whole, settings }
    const same = isSame(next, content) && !anew
    if (!same) await Promise.all([drawTexts(next), fonts?.prepare(next)])
    const nextJson = same ? json : jsonOf(next)
    const page = contentPage(() => version, nextJson)
    // After a draft only the version has grown.
    if (same && failure === undefined) ready.again(page)
    else snapshots.replace(await ready.all(withData(page, site.pages(next))))
    log.debug('Published', {
      version: next.version,
      addresses: snapshots.current.size + snapshots.deferred.size,
      ms: Math.round(performance.now() - started),
    })
    if (!same) lastGood?.keep(next.version, nextJson)
    version = next.version
    recompression.soon()
    // What is made of the same object, such as the CV, need not be made again.
    if (!same || failure !== undefined) [content, json] = [next, nextJson]
    onShown?.()
  }

  const unrenderable = (candidate: Content): string | undefined => {
    try {
      for (const _ of singly(site.pages(candidate)));
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  }

  const showAround = async (next: Content, error: unknown, anew: boolean) => {
    const around = await publishAround(next, content ?? (await lastGood?.read()), unrenderable)
    if (!around) {
      fail(error)
      return
    }
    // When everything new is withheld, the page keeps its version.
    if (anew || !isSame(around.content, content)) await show(around.content, anew)
    withheld = around.withheld
    if (withheld.length > 0) fail(error, withheld.map(({ reason }) => reason).join(' '))
    else failure = undefined
  }

  /** On the first publish, when the content cannot be read: the state before the restart. */
  const showLastGood = async () => {
    const good = content ? undefined : await lastGood?.read()
    if (good) await show(good).catch(() => {})
  }

  const publish = async () => {
    let next: Content
    try {
      next = await read()
      failures = 0
    } catch (error) {
      fail(error)
      await showLastGood()
      // The database may come back without a save.
      failures += 1
      retry = setTimeout(() => changed(), Math.min(30_000, 500 * 2 ** failures)).unref()
      return false
    }
    const thisYear = yearAt(now(), next.settings)
    // What comes late from here on is for the publish after this one.
    const anew = isLate || thisYear !== year
    ;[isLate, year] = [false, thisYear]
    try {
      await show(next, anew)
      failure = undefined
      withheld = []
    } catch (error) {
      await showAround(next, error, anew).catch(fail)
    }
    attempted = Math.max(attempted, next.version)
    return true
  }

  const run = async () => {
    while (dirty && !closed) {
      await breathe()
      dirty = false
      clearTimeout(retry)
      const known = await publish()
      lastGood?.note(pages())
      const done = waiting.filter(({ version }) => !known || version <= attempted)
      waiting = waiting.filter((one) => !done.includes(one))
      for (const { resolve } of done) resolve(status())
    }
    running = undefined
    // Nobody waits for a version that is not in the database.
    for (const { resolve } of waiting.splice(0)) resolve(status())
  }

  /** True after changes of which visitors see nothing, when all before them is shown. */
  const isOnlyHidden = ({ first, last, hidden }: Changes) => {
    if (!hidden || running || failure !== undefined || !content || first !== attempted + 1) return false
    attempted = last
    version = last
    ready.again(contentPage(() => version, json))
    return true
  }

  const changed = (changes?: Changes) => {
    if (changes && isOnlyHidden(changes)) return
    dirty = true
    recompression.pause()
    running ??= run()
  }

  const again = () => {
    isLate = true
    changed()
  }
  texts?.onLate(again)
  fonts?.onCut(again)

  const idle = async () => {
    while (running) await running
  }

  return {
    /** Publishes soon; changes of the same moment become one publish. Nothing starts for those of which visitors see nothing. */
    changed,
    /** Resolves when nothing is left to publish, done or failed. */
    idle,
    /** Resolves when the last write is on the page, or after 500 ms: a slower publish goes live after the answer. */
    shown: async (): Promise<void> => {
      const stop = new AbortController()
      await Promise.race([idle(), wait(shownTimeoutMs, undefined, { signal: stop.signal }).catch(() => {})])
      stop.abort()
    },
    /** Resolves when this version, or a newer one, is live or has failed. Never rejects. */
    published: (version: number): Promise<PublishingStatus> => {
      if (version <= attempted && !dirty) return Promise.resolve(status())
      const { promise, resolve } = Promise.withResolvers<PublishingStatus>()
      waiting.push({ version, resolve })
      if (!running) changed()
      return promise
    },
    status,
    pages,
    /** Entries and settings that are shown in an older state, or left out, because they cannot be rendered. */
    withheld: () => withheld,
    content: () => content,
    /** The same as JSON, without its version; empty before there is any. */
    written: () => json(),
    close: (): void => {
      closed = true
      clearTimeout(retry)
      recompression.pause()
      for (const { resolve } of waiting.splice(0)) resolve(status())
    },
  }
}

export type Publisher = ReturnType<typeof createPublisher>

export const createShownMedia = (parts: {
  db: Database
  publisher: Publisher
  settings: SettingsStore
}): ShownMedia => {
  const { db, publisher, settings } = parts
  let known = { json: '', named: mediaNamedIn('') }
  const onPage = ({ media, rendition }: ShownItem, stem: string) => {
    const json = publisher.written()
    // Searched again only when the content is another one.
    if (json !== known.json) known = { json, named: mediaNamedIn(json) }
    return isNamed(known.named, media, rendition, stem)
  }
  return {
    revision: publisher.content,
    isShown: async (found, stem) => {
      if (onPage(found, stem)) return true
      // Published by another process, perhaps, and not here yet: its page names what this one is asked for.
      await publisher.published(await contentVersion(db.kysely))
      if (onPage(found, stem)) return true
      // Snippets and confirmations link to files without showing them on the page.
      const inEffect = JSON.stringify((await settings.get()).settings)
      return isNamed(mediaNamedIn(inEffect), found.media, found.rendition, stem)
    },
  }
}
