import type { CollectionName } from '../../model/content/collections/index.ts'
import { collectionNames, collections } from '../../model/content/collections/index.ts'
import { imageFields } from '../../model/content/define-collection.ts'
import type { Content, PublishedCollections } from '../../model/content/published-content.ts'
import { publicSettings } from '../../model/settings/settings.ts'
import type { Entries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import type { Media } from '../media/media.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

const images = (name: CollectionName) => imageFields(collections[name])

const imageIds = (lists: PublishedCollections): string[] => {
  const ids = collectionNames.flatMap((name) => {
    const fields = images(name)
    return lists[name].flatMap((entry) => fields.map((field) => (entry as unknown as Record<string, unknown>)[field]))
  })
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** Reads the page's content in one version, that of the journal's last change. */
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
        settings: publicSettings(values),
        ...lists,
        media: await media.images(imageIds(lists), trx),
      }
    })
}
