import type { CollectionName } from '../content/collections/index.ts'
import type { Content, PublishedEntry } from '../content/published-content.ts'
import type { PublishedImage } from '../media/published-image.ts'
import type { PublicSettings } from '../settings/settings.ts'

/** Path of the page that draws previews; for the owner alone, and inside the owner's app only. */
export const previewPath = '/admin/preview'

/** The entry in the form, as the page would show it. */
export type Draft =
  | { [N in CollectionName]: { collection: N; entry: PublishedEntry<N> } }[CollectionName]
  | { collection: 'settings'; settings: PublicSettings }

/** A field, wherever it stands: in a form or on the page. */
export interface FieldLocation {
  collection: CollectionName | 'settings'
  /** Null for the settings. */
  entry: string | null
  field: string
  /** Which one, of a list of things. */
  index?: number
}

export type PreviewedPage = 'home' | 'project'

export interface PreviewView {
  page: PreviewedPage
  /** Light or dark whatever the settings say; null as they do. */
  scheme: 'light' | 'dark' | null
}

/** Messages from the form to the preview. Content comes once, the draft with each keystroke. */
export type ToPreview =
  | { kind: 'content'; content: Content }
  | { kind: 'draft'; draft: Draft; images: PublishedImage[] }
  | { kind: 'view'; view: PreviewView }
  | { kind: 'look'; place: FieldLocation | null }

/** Messages from the preview to the form. */
export type FromPreview =
  /** It listens from now on, and knows nothing yet. */
  | { kind: 'ready' }
  /** The page stands as told; `shown` says whether what is edited is to be seen on it. */
  | { kind: 'drawn'; shown: boolean }
  /** The page as told could not be drawn: the last one stands. */
  | { kind: 'failed' }
  | { kind: 'picked'; place: FieldLocation }
  /** Escape was pressed. */
  | { kind: 'left' }

/** The fields of a project that its card on the one-page site does not show. */
export const projectPageFields: readonly string[] = ['summary', 'body', 'url', 'year', 'tags']
