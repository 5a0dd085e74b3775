import type { CollectionName, EntryData } from '../content/collections.ts'
import type { PublishedImage } from '../media/published-image.ts'
import type { PublishedVideo } from '../media/published-video.ts'
import type { SectionId } from '../sections/sections.ts'
import type { PublicSettings } from '../settings/settings.ts'
import type { Theme } from '../themes/theme.ts'

/** A published entry as the page sees it: private fields left out, ids of images and videos to be looked up in `Content.media` and `Content.videos`. */
export type PublishedEntry<N extends CollectionName> = EntryData<N> & { id: string; order: number }

export type PublishedCollections = { [N in CollectionName]: PublishedEntry<N>[] }

/** The image with this id; undefined for null and for an id that is none of them, such as the name of a built-in. */
export const imageIn = (media: Content['media'], id: string | null): PublishedImage | undefined =>
  id !== null && Object.hasOwn(media, id) ? media[id] : undefined

/** The video with this id; undefined for null and for an id that is none of them. */
export const videoIn = (videos: Content['videos'], id: string | null): PublishedVideo | undefined =>
  id !== null && videos && Object.hasOwn(videos, id) ? videos[id] : undefined

/** A slug under which an entry was published before. */
export interface Redirect {
  collection: string
  from: string
  to: string
}

/** When the content was published as it is shown, as ISO times. */
interface PublishTimes {
  /** Of each entry, by id. */
  entries: Readonly<Record<string, string>>
  /** Of the settings. */
  settings: string
}

/** The published content, whole; each list in order. Equal version, equal content. */
export interface Content extends PublishedCollections {
  version: number
  settings: PublicSettings
  /** Every image that the entries above name, by id. */
  media: Record<string, PublishedImage>
  /** Every video that the entries above name, by id. Missing in content that an older version stored. */
  videos?: Record<string, PublishedVideo>
  /** The chosen theme, where it is one of the store. */
  theme?: Theme
  /** True when the owner declined a testimonial that came through a link; else missing. */
  selection?: boolean
  /** Missing in content that an older version stored. */
  redirects?: readonly Redirect[]
  /** Missing in content that an older version stored. */
  times?: PublishTimes
}

/** True for a section that the owner does not hide. */
export const isVisible = ({ settings }: Pick<Content, 'settings'>, id: SectionId): boolean =>
  settings.sections.some((section) => section.id === id && section.visible)

/** The person of whom About says something; undefined while it is hidden. */
export const shownPerson = (content: Content): PublishedEntry<'about'> | undefined =>
  isVisible(content, 'about') ? content.about[0] : undefined
