import type { Generated } from 'kysely'

/** Times are ISO 8601 in UTC with milliseconds; JSON is text. The same on SQLite and Postgres. */
type IsoTime = string
type Json = string

/** An entry of any collection. Positions are 1…n among those that are not deleted; a deleted one keeps the place it had. */
export interface EntriesTable {
  id: string
  collection: string
  position: number
  draft: Json
  published: Json | null
  /** The draft's words, folded for searching. */
  words: string
  version: number
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** The journal. `id` grows in the order of commits, so the highest is the content's version. */
export interface ChangesTable {
  id: Generated<number>
  at: IsoTime
  actor: string
  action: string
  /** A collection, or `settings` or `media`. */
  collection: string
  /** Null for what concerns a whole collection, or the settings. */
  entry: string | null
  before: Json | null
  after: Json | null
  /** The change whose inverse this one is. */
  undoes: number | null
}

export interface SettingsTable {
  /** Always 1: there is one row. */
  id: number
  data: Json
  version: number
  updated_at: IsoTime
}

export interface MediaTable {
  id: string
  /** The stem of the rendition that it shows. */
  rendition: string
  name: string
  alt: string
  /** In the whole original, 0–1, however it is cropped. */
  focus_x: number
  focus_y: number
  version: number
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
  /** When its upload was taken back: since then it is nowhere, not even in the trash; its bytes wait for the redo. */
  withdrawn_at: IsoTime | null
}

/** What was made of an original and a crop; one that is no longer shown is kept, so that it can be again. */
export interface RenditionsTable {
  /** Sixteen hexadecimal digits with which its variants' names begin. */
  stem: string
  media: string
  /** SHA-256 of the uploaded bytes, hexadecimal. */
  original: string
  /** The original's. */
  type: string
  /** `{ x, y, width, height }` as shares of the upright original; null for all of it. */
  crop: Json | null
  width: number
  height: number
  placeholder: string
  variants: Json
  /** Since when another one is shown instead. */
  retired_at: IsoTime | null
}

/** The stored bytes of a medium: its originals, and one row for each variant, named as its address is. */
export interface BlobsTable {
  name: string
  media: string
  type: string
  bytes: Uint8Array
  size: number
}

export interface MessagesTable {
  id: string
  user_name: string
  user_email: string
  message: string
  status: string
  spam_reasons: Json
  idempotency_key: string | null
  address: string | null
  /** The owner's own, never sent. */
  note: Generated<string>
  /** A day, YYYY-MM-DD. */
  follow_up: string | null
  spam_score: Generated<number>
  /** The owner's label: `spam`, `wanted` (shown as not spam), or null. */
  verdict: string | null
  /** Name, address and message, folded for searching. */
  words: Generated<string>
  version: Generated<number>
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** The outbox: one row for each e-mail, kept after it was sent. */
export interface DeliveriesTable {
  id: string
  message: string | null
  /** `notice` to the owner, `acknowledgement` or `reply` to the visitor, `digest`, `test`. */
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  /** The Message-ID, with its angle brackets: the same on every try. */
  mail_id: string
  in_reply_to: string | null
  /** `queued`, `sent`, `failed`. */
  state: string
  tries: Generated<number>
  /** Tries with an unknown outcome: it may have arrived. */
  unsure: Generated<number>
  due_at: IsoTime
  leased_by: string | null
  leased_until: IsoTime | null
  /** What the mail server said last. */
  answer: string | null
  sent_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** Number of labelled messages with a token. */
export interface SpamWordsTable {
  word: string
  spam: number
  wanted: number
}

/** Counters of the rate limits: one row for each key, started anew with each window. */
export interface AttemptsTable {
  key: string
  /** Unix time, in ms. */
  window_start: number
  window_end: number
  count: number
}

export interface MetaTable {
  key: string
  value: string
}

/** The content that was last rendered without a fault. */
export interface PublishedContentTable {
  /** Always 1: there is one row. */
  id: number
  version: number
  data: Json
  updated_at: IsoTime
}

export interface Tables {
  entries: EntriesTable
  changes: ChangesTable
  settings: SettingsTable
  media: MediaTable
  renditions: RenditionsTable
  blobs: BlobsTable
  messages: MessagesTable
  deliveries: DeliveriesTable
  spam_words: SpamWordsTable
  attempts: AttemptsTable
  meta: MetaTable
  published_content: PublishedContentTable
}
