import type { Content } from '../content/published-content.ts'
import type { MessageField } from '../inbox/message.ts'

/** One address of the site, rendered whole. */
export interface Page {
  /** Path and, for the one address that has it, query: `/`, `/projects/tide`, `/?sent=1`. Percent-encoded as a browser sends it. */
  path: string
  status: 200 | 308 | 404 | 422
  /** Target of a 308. */
  location?: string
  /** The whole Content-Type header. */
  type: string
  body: string
  /** The text of each inline <style>, for the hashes in the Content-Security-Policy. */
  styles: string[]
}

/** A contact form that came back: what was typed, and what is wrong with it. */
export interface RefusedMessage {
  values: Record<MessageField, string>
  fields: Partial<Record<MessageField, string>>
  message: string
}

/** The site layer as the server uses it; `serve.ts` connects the two. */
export interface Site {
  /** Every address of the site for this content; the 404 page is the one whose path is `/404`. Throws when a section does. */
  pages(content: Content): Iterable<Page>
  /** The one-page site with the contact form as a visitor without JavaScript gets it back. */
  refusedMessage(content: Content, refused: RefusedMessage): Page
}
