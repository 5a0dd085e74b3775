import type { PublishedImage } from '../media/published-image.ts'
import type { PublicSettings } from '../settings/settings.ts'
import type { CollectionName, EntryData } from './collections/index.ts'

/** A published entry as the page sees it: private fields left out, image ids to be looked up in `Content.media`. */
export type PublishedEntry<N extends CollectionName> = EntryData<N> & { id: string; order: number }

export type PublishedCollections = { [N in CollectionName]: PublishedEntry<N>[] }

/** The image with this id; undefined for null and for an id that is none of them, such as the name of a built-in. */
export const imageIn = (media: Content['media'], id: string | null): PublishedImage | undefined =>
  id !== null && Object.hasOwn(media, id) ? media[id] : undefined

/** A slug under which an entry was published before. */
export interface Redirect {
  collection: string
  from: string
  to: string
}

/** The published content, whole; each list in order. Equal version, equal content. */
export interface Content extends PublishedCollections {
  version: number
  settings: PublicSettings
  /** Every image that the entries above name, by id. */
  media: Record<string, PublishedImage>
  /** Missing in content that an older version stored. */
  redirects?: readonly Redirect[]
}
