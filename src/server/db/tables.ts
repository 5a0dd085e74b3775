import type { Generated } from 'kysely'

/** ISO 8601 in UTC with milliseconds. */
type IsoTime = string
type Json = string

/** What `former` holds a list of. */
export interface FormerSlug {
  slug: string
  /** When the entry was last published under it. */
  until: string
}

/** Positions are 1…n among those that are not deleted; a deleted entry keeps its last one. */
export interface EntriesTable {
  id: string
  collection: string
  position: number
  draft: Json
  published: Json | null
  /** Text for searching, folded. */
  search_text: string
  version: number
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
  /** Of the version that visitors see, or saw last. */
  published_at: IsoTime | null
  /** A `Schedule`. */
  schedule: Json | null
  /** The next time in it. */
  due_at: IsoTime | null
  /** Slugs under which it was published before, newest first. */
  former: Generated<Json>
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
  /** The first change of the same transaction; null when it has no other. */
  batch: number | null
  /** Text for searching, folded. */
  search_text: Generated<string>
}

interface SettingsTable {
  /** Always 1. */
  id: number
  /** All settings, as the owner last saved them. */
  draft: Json
  /** Those that visitors see only once they are published. */
  published: Json
  version: number
  updated_at: IsoTime
  published_at: IsoTime
  /** Slugs that categories were published under before. */
  former: Json
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

/** An original with a crop, and its variants. */
export interface RenditionsTable {
  /** Sixteen hexadecimal digits, the beginning of its variants' names. */
  stem: string
  media: string
  /** SHA-256 of the uploaded bytes, hexadecimal. */
  original: string
  type: string
  /** `{ x, y, width, height }` as shares of the upright original; null for all of it. */
  crop: Json | null
  width: number
  height: number
  placeholder: string
  variants: Json
  /** Time from which another one was shown instead. */
  retired_at: IsoTime | null
}

/** Originals, and one row for each variant. */
interface BlobsTable {
  name: string
  media: string
  type: string
  /** Empty when they are in an object of the bucket, or in the parts of a video. */
  bytes: Uint8Array
  size: number
  object: string | null
}

/** Objects of the bucket that no row names any more. */
interface RetiredObjectsTable {
  name: string
  retired_at: IsoTime
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
  /** YYYY-MM-DD. */
  follow_up: string | null
  spam_score: Generated<number>
  /** The owner's label: `spam`, `wanted` (shown as not spam), or null. */
  label: string | null
  /** Name, address, message and answers for searching, folded. */
  search_text: Generated<string>
  /** A list of `Answer`. */
  answers: Generated<Json>
  version: Generated<number>
  created_at: IsoTime
  updated_at: IsoTime
  deleted_at: IsoTime | null
}

/** The owner's questions to whoever sent a message, as they were then; until they are answered. */
interface MessageQuestionsTable {
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  message: string
  /** A list of `Question`. */
  questions: Json
  created_at: IsoTime
  expires_at: IsoTime
}

/** The outbox: one row for each email, kept after it was sent. */
export interface DeliveriesTable {
  id: string
  message: string | null
  /** A `DeliveryKind`, or `test`. */
  kind: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  /** Message-ID with its angle brackets, the same on every try. */
  mail_id: string
  in_reply_to: string | null
  /** `queued`, `sent`, `failed`. */
  state: string
  tries: Generated<number>
  /** Tries with an unknown outcome: it may have arrived. */
  unknown_outcomes: Generated<number>
  due_at: IsoTime
  leased_by: string | null
  leased_until: IsoTime | null
  /** The last answer of the mail server. */
  answer: string | null
  sent_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** Number of labelled messages with a token. */
interface SpamTokensTable {
  token: string
  spam: number
  wanted: number
}

interface AttemptsTable {
  key: string
  /** Unix time, in ms. */
  window_start: number
  window_end: number
  count: number
}

interface MetaTable {
  key: string
  value: string
}

/** Email and sign-in providers that were set up on the screen. */
interface ConnectionsTable {
  /** `mail` or `google`. */
  kind: string
  /** All of it, secrets or not. */
  sealed: string
  updated_at: IsoTime
}

export interface InvitationsTable {
  id: string
  /** SHA-256 of the link's token. */
  hash: string
  /** Address that it was mailed to. */
  email: string | null
  created_at: IsoTime
  expires_at: IsoTime
}

export interface ShareLinksTable {
  id: string
  entry: string
  /** SHA-256 of the link's token. */
  hash: string
  created_at: IsoTime
  expires_at: IsoTime
}

/** Links under which somebody says something of the owner. */
export interface TestimonialRequestsTable {
  id: string
  /** SHA-256 of the link's token. */
  hash: string
  name: string
  email: string
  note: string
  /** The change that the owner asked for. */
  asked: string
  /** Id of a project. */
  project: string | null
  /** The testimonial that came. */
  entry: string | null
  /** Picture that waits for the rest of the form to be right. */
  picture: string | null
  /** What came, as data of the collection: the newest, and what is published of an older one. None once it is withdrawn. */
  sent: Generated<Json>
  /** Ids of the pictures that came through the link. */
  pictures: Generated<Json>
  mailed_at: IsoTime | null
  reminded_at: IsoTime | null
  used_at: IsoTime | null
  declined_at: IsoTime | null
  created_at: IsoTime
  expires_at: IsoTime
}

/** CVs of a selection of the entries. */
export interface CvVariantsTable {
  id: string
  name: string
  /** Fields of the variant, but for its name. */
  data: Json
  /** A random text from which the key of its link is made; another one, another key. */
  link: string
  version: number
  created_at: IsoTime
  updated_at: IsoTime
}

/** Themes of somebody else, with those that were replaced or removed last, for the undo. */
export interface ThemesTable {
  /** Of all its files. */
  hash: string
  id: string
  name: string
  /** The `Theme` as `checked_by` made it of the files; null where that version refuses them. */
  data: Json | null
  /** Why it does. */
  problem: string | null
  /** The version of Vitrine that checked it last. */
  checked_by: string
  created_at: IsoTime
  deleted_at: IsoTime | null
}

interface ThemeFilesTable {
  /** The hash of the theme. */
  theme: string
  /** Path in its folder. */
  name: string
  bytes: Uint8Array
}

/** Fonts of themes with the characters of the page alone. */
interface CutFontsTable {
  /** Of the font and the characters: the same of both is made once. */
  name: string
  bytes: Uint8Array
  /** When a page had it last, to a day. */
  used_at: IsoTime
}

/** One visit, kept for 90 days. Hours are those since 1970 in UTC, here and in the tables below. */
export interface VisitsTable {
  /** Random. */
  id: number
  hour: number
  class: string
  rule: string
  /** Bits of `visitSignals`. */
  signals: number
  /** The referrer's host. */
  source: string
  campaign: string
  device: string
  /** The first page. */
  path: string
  /** Two letters; empty without a file of countries. */
  country: string
}

export interface VisitEventsTable {
  visit: number
  hour: number
  /** `view` or `open` of the path in `term`; `message` or `download`. */
  kind: string
  term: string
  count: number
}

/** Sums by hour; after eight days, those of other kinds than `class` by day. */
export interface VisitSumsTable {
  /** `class`, whose terms are a class and a rule; `source`, `campaign`, `page`, `project`, `device`, `country`, of people alone. */
  kind: string
  hour: number
  term: string
  people: number
  views: number
  messages: number
  downloads: number
  opens: number
}

/** Terms that are counted by name in a month. */
interface VisitTermsTable {
  kind: string
  /** Months since 1970. */
  month: number
  term: string
}

/** The key of a day, with Postgres alone; in no backup. */
interface VisitKeysTable {
  /** Days since 1970. */
  day: number
  key: string
}

/** Visits that are going on, with Postgres alone; in no backup. */
interface OpenVisitsTable {
  /** Keyed hash of network and user agent. */
  visitor: string
  visit: number
  /** Unix time, in ms. */
  last_at: number
}

/** How the sender of a message came, where the owner has switched that on. */
interface MessageSourcesTable {
  message: string
  source: string
  path: string
}

/** A finding of the check that the owner has answered. */
interface ReadinessDismissalsTable {
  /** Hash of the finding and what it is about. */
  id: string
  reason: string
  dismissed_by: string
  dismissed_at: IsoTime
}

/** The content of the last complete publish. */
interface PublishedContentTable {
  /** Always 1. */
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
  retired_objects: RetiredObjectsTable
  messages: MessagesTable
  message_questions: MessageQuestionsTable
  deliveries: DeliveriesTable
  spam_tokens: SpamTokensTable
  attempts: AttemptsTable
  meta: MetaTable
  published_content: PublishedContentTable
  connections: ConnectionsTable
  invitations: InvitationsTable
  share_links: ShareLinksTable
  testimonial_requests: TestimonialRequestsTable
  cv_variants: CvVariantsTable
  themes: ThemesTable
  theme_files: ThemeFilesTable
  cut_fonts: CutFontsTable
  visits: VisitsTable
  visit_events: VisitEventsTable
  visit_sums: VisitSumsTable
  visit_terms: VisitTermsTable
  visit_keys: VisitKeysTable
  open_visits: OpenVisitsTable
  message_sources: MessageSourcesTable
  readiness_dismissals: ReadinessDismissalsTable
}
