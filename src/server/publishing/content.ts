import { collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { ShownPages } from '../../model/publishing/page.ts'
import { type Content, imageIn, type PublishedCollections } from '../../model/publishing/published-content.ts'
import { type PublicSettings, publicSettings, settingFields } from '../../model/settings/settings.ts'
import { withPerson } from '../../model/settings/with-person.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import type { Entries } from '../content/entries.ts'
import type { Data } from '../content/entry-row.ts'
import { isSelection } from '../content/sent-words.ts'
import { type Database, type Reader, shownPagesKey, writeMeta } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import { fileUrlsIn, presentUrls, withPresentFiles } from '../media/current-files.ts'
import type { Media } from '../media/media.ts'
import { imagesOf, videosOf } from '../media/media-fields.ts'
import { liveIn, readSettings, type SettingsState, type SettingsStore } from '../settings/settings-store.ts'
import { findTheme } from '../themes/themes.ts'

/** Time of what is the same since before the first publish. */
const never = new Date(0).toISOString()

const settingsHolder = { fields: settingFields as Fields }

/** Ids of the images, or of the videos, that published entries and settings name. */
const idsNamed = (of: typeof imagesOf, lists: PublishedCollections, settings: PublicSettings): string[] =>
  [
    ...collectionNames.flatMap((name) =>
      of(collections[name] as unknown as Collection, lists[name] as unknown as Data[]),
    ),
    ...of(settingsHolder, [settings]),
  ].map(([, id]) => id)

/** The same content with links to the present files of Media; entries without a link to a replaced one stay the same objects. */
const withFiles = async (trx: Reader, content: { settings: PublicSettings } & PublishedCollections) => {
  const all = [content.settings, ...collectionNames.flatMap((name): object[] => content[name])]
  const present = await presentUrls(trx, [...new Set(all.flatMap(fileUrlsIn))])
  const stale = new Set([...present].flatMap(([url, now]) => (url === now ? [] : [url])))
  if (stale.size === 0) return content
  const one = <T extends object>(value: T): T =>
    fileUrlsIn(value).some((url) => stale.has(url)) ? withPresentFiles(value, present) : value
  const lists = collectionNames.map((name) => [name, (content[name] as object[]).map(one)])
  return { settings: one(content.settings), ...Object.fromEntries(lists) } as typeof content
}

/** What the page shows of published entries and stored settings. */
export const shownContent = async (
  trx: Reader,
  media: Media,
  { lists, stored }: { lists: PublishedCollections; stored: SettingsState | null },
) => {
  const values = publicSettings(liveIn(stored))
  const theme = await findTheme(trx, values.theme)
  return {
    ...(await withFiles(trx, { settings: withPerson(values, lists.about[0]), ...lists })),
    media: await media.images(idsNamed(imagesOf, lists, values), trx),
    videos: await media.videos(idsNamed(videosOf, lists, values), trx),
    ...(theme ? { theme } : {}),
  }
}

/**
 * Reads the published content. The icons of the site are made before it, or after it with `onIcons`, which is called when they are there: it may
 * take minutes while many images wait.
 */
export const createContentReader = (parts: {
  db: Database
  entries: Entries
  settings: SettingsStore
  media: Media
  onIcons?: () => void
}): (() => Promise<Content>) => {
  const { db, entries, settings, media, onIcons } = parts
  return async () => {
    if (!onIcons) await media.prepareIcon((await settings.get()).settings.icon)
    const content = await db.readTransaction(async (trx): Promise<Content> => {
      const { times, ...lists } = await entries.published(trx)
      const { stored } = await readSettings(trx)
      return {
        version: await contentVersion(trx),
        ...(await shownContent(trx, media, { lists, stored })),
        ...((await isSelection(trx)) ? { selection: true } : {}),
        redirects: [...(await entries.redirects(trx)), ...(await settings.redirects(trx))],
        times: { entries: times, settings: stored?.publishedAt ?? never },
      }
    })
    const { icon } = content.settings
    if (onIcons && !imageIn(content.media, icon)?.icons) media.prepareIcon(icon).then((isThere) => isThere && onIcons())
    return content
  }
}

/** Content that an earlier version stored, with what has come since: empty collections and empty fields. */
const completed = (stored: Record<string, unknown>): object => {
  const lists = collectionNames.map((name) => {
    const { fields } = collections[name] as unknown as Collection
    const empty = publicData(
      fields,
      Object.fromEntries(Object.entries(fields).map(([field, { empty }]) => [field, empty])),
    )
    return [name, ((stored[name] ?? []) as object[]).map((entry) => ({ ...empty, ...entry }))]
  })
  return { ...stored, ...Object.fromEntries(lists) }
}

const writeEveryMs = 5000

/** Writes at most once in `writeEveryMs`: it is as large as all the content, and a save must not wait for it. */
export const createLastGood = (db: Database) => {
  let waiting: { version: number; data: () => string } | undefined
  let shown: ShownPages | undefined
  let noted: ShownPages | undefined
  let timer: NodeJS.Timeout | undefined

  const writeNote = async () => {
    const next = shown
    if (next === undefined || next === noted) return
    await writeMeta(db.kysely, shownPagesKey, next).then(
      () => {
        noted = next
      },
      () => {},
    )
  }

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    await writeNote()
    if (!waiting) return
    const row = { version: waiting.version, data: waiting.data(), updated_at: new Date().toISOString() }
    waiting = undefined
    await db.kysely
      .insertInto('published_content')
      .values({ id: 1, ...row })
      // Another process on the same Postgres may have published something newer.
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('published_content.version', '<=', row.version),
      )
      .execute()
      // The next publish tries again; the storage watch reports a full disk.
      .catch(() => {})
  }

  const soon = () => {
    timer ??= setTimeout(write, writeEveryMs).unref()
  }

  return {
    /** Notes what is shown for the version that comes after this one: what could not be shown before, it need not show. */
    note: (pages: ShownPages): void => {
      shown = pages
      if (shown !== noted) soon()
    },
    /** `data` is called when it is written: JSON without the version. */
    keep: (version: number, data: () => string): void => {
      waiting = { version, data }
      soon()
    },
    read: async (): Promise<Content | undefined> => {
      try {
        const row = await db.kysely.selectFrom('published_content').select(['version', 'data']).executeTakeFirst()
        return row && ({ ...completed(JSON.parse(row.data)), version: row.version } as Content)
      } catch {
        return undefined
      }
    },
    close: write,
  }
}

/** The content of the last complete publish, stored for the next start, and what is shown of the newest. */
export type LastGood = ReturnType<typeof createLastGood>

/** The server's own words to visitors, and their language code. */
export interface SiteWords extends Catalogue {
  language: string
}

/** The words of the site that is shown; English before anything is. */
export const siteWords = (content: Content | undefined): SiteWords => {
  const language = content?.settings.language ?? 'en'
  return { ...catalogueOf(language), language }
}
