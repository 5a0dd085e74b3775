import { type CollectionName, caseFacts } from '../content/collections.ts'
import type { MediaItem } from '../media/media-item.ts'
import type { Content, PublishedEntry } from '../publishing/published-content.ts'
import type { PublicSettings } from '../settings/settings.ts'
import type { Theme } from '../themes/theme.ts'

/** Path of the preview page; for the owner only, and only inside a frame of the admin. */
export const previewPath = '/admin/preview'

/** The edited entry or settings, as the page would show them. */
export type Draft =
  | { [N in CollectionName]: { collection: N; entry: PublishedEntry<N> } }[CollectionName]
  | { collection: 'settings'; settings: PublicSettings; about?: PublishedEntry<'about'> }

/** Identifies a field, in a form or on the page. */
export interface FieldLocation {
  collection: CollectionName | 'settings'
  /** Null for the settings. */
  entry: string | null
  field: string
  /** The index, for one item of a list. */
  index?: number
}

export type PreviewedPage = 'home' | 'project'

export interface PreviewView {
  page: PreviewedPage
  /** Light or dark whatever the settings say; null as they do. */
  scheme: 'light' | 'dark' | null
}

/** A message from the form to the preview: all of it once, then the parts that have changed, as the draft with each keystroke. */
export interface ToPreview {
  content?: Content | undefined
  themes?: readonly Theme[] | undefined
  draft?: Draft | undefined
  /** Images and videos that the draft names and the published content may not have. */
  media?: readonly MediaItem[] | undefined
  view?: PreviewView
  selected?: FieldLocation | null
  /** The owner's CSS, checked. */
  css?: string | undefined
}

/** Messages from the preview to the form. */
export type FromPreview =
  /** Listening; no content yet. */
  | { kind: 'ready' }
  /** The page stands as told; `shown` says whether what is edited is to be seen on it. */
  | { kind: 'drawn'; shown: boolean }
  /** The page as told could not be drawn: the last one stands. */
  | { kind: 'failed' }
  /** Parts of the page that the owner's CSS hides. */
  | { kind: 'hidden'; parts: readonly string[] }
  | { kind: 'picked'; selected: FieldLocation }
  /** Escape was pressed. */
  | { kind: 'left' }

/** The fields of a project that its card on the one-page site does not show. */
export const projectPageFields: readonly string[] = [
  ...['summary', 'blocks', 'url', 'year', 'tags'],
  ...Object.keys(caseFacts).filter((name) => name !== 'cover'),
]
