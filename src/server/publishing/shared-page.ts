import { publicData } from '../../model/content/public-data.ts'
import { type Page, type SharedEntry, type Site, textsOf } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { collectionNamed } from '../content/entry-row.ts'
import { readLeniently } from '../content/lenient-read.ts'
import type { Database } from '../db/database.ts'
import { fileUrlsIn, presentUrls, withPresentFiles } from '../media/current-files.ts'
import type { Media } from '../media/media.ts'
import { mediaNamedIn } from '../media/named-media.ts'
import type { DrawnTexts } from './drawn-texts.ts'
import { visitMs } from './page-snapshots.ts'
import type { SharedDraft } from './share-links.ts'

interface Parts {
  db: Database
  media: Media
  site: Site
  content: () => Content | undefined
  texts: DrawnTexts
}

/** Draws the page of an entry as its draft has it; undefined before there is any content. */
export const createSharedPage =
  ({ db, media, site, content, texts }: Parts) =>
  async ({ entry, until }: SharedDraft): Promise<Page | undefined> => {
    const published = content()
    if (!published) return undefined
    const collection = collectionNamed(entry.collection)
    const data = publicData(collection.fields, readLeniently(collection, JSON.parse(entry.draft)))
    const present = await presentUrls(db.kysely, fileUrlsIn(data))
    const ids = [...mediaNamedIn(entry.draft).ids]
    const [images, videos] = [await media.images(ids), await media.videos(ids)]
    const draft = {
      collection: entry.collection,
      entry: { ...withPresentFiles(data, present), id: entry.id, order: entry.position },
    } as unknown as SharedEntry
    await texts.draw([textsOf(draft.entry.blocks)], { waitMs: visitMs, again: true })
    const shown = {
      ...published,
      media: { ...published.media, ...images },
      videos: { ...published.videos, ...videos },
    }
    return texts.forDraft(() => site.sharedDraft(shown, draft, { until, isPublished: entry.draft === entry.published }))
  }
