import type { MessageField } from '../inbox/message.ts'
import type { Content, PublishedEntry } from './published-content.ts'
import type { ShareCard } from './share-card.ts'
import type { Text } from './texts.ts'

/** One address of the site, rendered whole. */
export interface Page {
  /** Path and, for the addresses that have it, query: `/`, `/projects/tide`, `/?page=2`. Percent-encoded as a browser sends it. */
  path: string
  status: 200 | 308 | 404 | 422
  /** Target of a 308. */
  location?: string
  /** The whole Content-Type header. */
  type: string
  body: string
  /** The whole Link header (RFC 8288), for a page that has one. */
  link?: string
  /** The text of each inline <style>, for the hashes in the Content-Security-Policy. */
  styles: string[]
  /**
   * Renders the whole page, for one that is rendered at its first visit. Its own `body` and `styles` are then rendered each time they
   * are read.
   */
  later?: () => Page
  /** Texts whose markup it needs when it is rendered. */
  texts?: () => Text[]
}

/** A contact form that came back: what was typed, and what is wrong with it. */
export interface RefusedMessage {
  values: Record<MessageField, string>
  fields: Partial<Record<MessageField, string>>
  message: string
  /** URL of an exported page on another host, to which the visitor returns after sending. */
  returnTo?: string | undefined
}

/** The draft of an entry that has a page. */
export type SharedEntry = { [N in 'projects' | 'pages']: { collection: N; entry: PublishedEntry<N> } }[
  | 'projects'
  | 'pages']

interface Review {
  /** The ISO time at which the link ends. */
  until: string
  /** The draft is what visitors see. */
  isPublished: boolean
}

/** The site layer as the server uses it; `serve.ts` connects the two. */
export interface Site {
  /** Every address of the site for this content, those of visits to come as well; the 404 page is the one whose path is `/404`. Throws when a section does. */
  pages(content: Content): Iterable<Page>
  /** The pictures of the pages for this content, for where their links are shared. */
  cards(content: Content): Iterable<ShareCard>
  /** The page of an entry as a draft has it, for whoever reviews it; not to be listed anywhere. */
  sharedDraft(content: Content, draft: SharedEntry, review: Review): Page
  /** The one-page site with the contact form as a visitor without JavaScript gets it back. */
  refusedMessage(content: Content, refused: RefusedMessage): Page
}
