import { collectionNames, collections } from '../../model/content/collections/index.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Content, PublishedCollections } from '../../model/content/published-content.ts'
import { publicSettings } from '../../model/settings/settings.ts'
import { withPerson } from '../../model/settings/with-person.ts'
import type { Entries } from '../content/entries.ts'
import { imagesOf } from '../content/images-of.ts'
import type { Data } from '../content/lenient-read.ts'
import type { Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import type { Media } from '../media/media.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

const imageIds = (lists: PublishedCollections): string[] =>
  collectionNames.flatMap((name) => {
    const data = lists[name] as unknown as Data[]
    return imagesOf(collections[name] as unknown as Collection, data).map(([, id]) => id)
  })

export const createContentReader = (parts: {
  db: Database
  entries: Entries
  settings: SettingsStore
  media: Media
}): (() => Promise<Content>) => {
  const { db, entries, settings, media } = parts
  return () =>
    db.readTransaction(async (trx) => {
      const lists = await entries.published(trx)
      const { settings: values } = await settings.get(trx)
      return {
        version: await contentVersion(trx),
        settings: withPerson(publicSettings(values), lists.about[0]),
        ...lists,
        media: await media.images(imageIds(lists), trx),
        redirects: await entries.redirects(trx),
      }
    })
}
