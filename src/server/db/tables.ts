import type { Generated } from 'kysely'

/** ISO 8601 in UTC with milliseconds. */
type IsoTime = string
type Json = string

/** Positions are 1…n among those that are not deleted; a deleted entry keeps its last one. */
export interface EntriesTable {
  id: string
  collection: string
  position: number
  draft: Json
  published: Json | null
  words: string
  version: number
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** The journal. `id` grows in the order of commits: the highest is the content's version. */
export interface ChangesTable {
  id: Generated<number>
  at: IsoTime
  actor: string
  action: string
  collection: string
  entry: string | null
  before: Json | null
  after: Json | null
  undoes: number | null
}

export interface SettingsTable {
  id: number
  data: Json
  version: number
  updated_at: IsoTime
}

export interface MediaTable {
  id: string
  rendition: string
  name: string
  alt: string
  /** Share of the whole original, 0–1, whatever the crop. */
  focus_x: number
  focus_y: number
  version: number
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
  /** Time at which its upload was undone; its bytes stay for the redo. */
  withdrawn_at: IsoTime | null
}

export interface RenditionsTable {
  stem: string
  media: string
  original: string
  type: string
  /** `{ x, y, width, height }` as shares of the upright original; null for all of it. */
  crop: Json | null
  width: number
  height: number
  placeholder: string
  variants: Json
  retired_at: IsoTime | null
}

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
  note: Generated<string>
  follow_up: string | null
  spam_score: Generated<number>
  verdict: string | null
  words: Generated<string>
  version: Generated<number>
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** The outbox: one row for each email, kept after it was sent. */
export interface DeliveriesTable {
  id: string
  message: string | null
  /** `notice` to the owner, `acknowledgement` or `reply` to the visitor, `digest`, `test`. */
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  mail_id: string
  in_reply_to: string | null
  state: string
  tries: Generated<number>
  unsure: Generated<number>
  due_at: IsoTime
  leased_by: string | null
  leased_until: IsoTime | null
  answer: string | null
  sent_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

export interface SpamWordsTable {
  word: string
  spam: number
  wanted: number
}

export interface AttemptsTable {
  key: string
  window_start: number
  window_end: number
  count: number
}

export interface MetaTable {
  key: string
  value: string
}

export interface PublishedContentTable {
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
