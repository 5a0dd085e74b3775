import type { Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import { isNamed, mediaNamedIn } from '../media/media-row.ts'
import type { ShownItem, ShownMedia } from '../media/ready-media.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Publisher } from './publisher.ts'

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
