import { z } from 'zod'
import { roles, tokenScopes } from '../../model/accounts/account.ts'
import { deliveryKinds, deliveryStates } from '../../model/inbox/delivery.ts'
import { spamSignalNames } from '../../model/inbox/spam-signals.ts'
import { messageLabels, messageStatuses } from '../../model/inbox/stored-message.ts'

// How answers look. They are made by our own modules, so nothing is checked against these; they are what /api/openapi.json says.

const time = z.iso.datetime()
const page = <T extends z.ZodType>(name: string, item: T) =>
  z.object({ [name]: z.array(item), next: z.string().nullable().describe('The cursor of the next page.') })

export const entrySchema = (data: z.ZodType = z.record(z.string(), z.unknown())) =>
  z.object({
    id: z.string(),
    collection: z.string(),
    order: z.int().describe('1…n'),
    status: z.enum(['draft', 'published', 'changed']),
    version: z.int(),
    data,
    createdAt: time,
    updatedAt: time,
    deletedAt: time.nullable(),
    needsAttention: z.record(z.string(), z.string()).optional(),
  })
export const entryList = (data?: z.ZodType) => page('entries', entrySchema(data))

const change = z.object({
  id: z.int(),
  at: time,
  by: z.string().describe('An account’s id, token: and a token’s name, or a word such as samples.'),
  byName: z.string().nullable().describe('The person’s name; null when their account is gone.'),
  action: z.string(),
  collection: z.string(),
  entry: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  undoes: z.int().nullable(),
})
export const changeAnswer = change
export const changeList = page('changes', change)

export const spamReason = z.object({ name: z.enum(spamSignalNames), points: z.int(), sentence: z.string() })

const delivery = z.object({
  id: z.string(),
  message: z.string().nullable(),
  kind: z.enum(deliveryKinds),
  recipient: z.string(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  unsure: z.int().describe('Tries whose end nobody knows.'),
  dueAt: time,
  sentAt: time.nullable(),
  answer: z.string().nullable().describe('What the mail server said last.'),
})

export const messageAnswer = z.object({
  id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  message: z.string(),
  status: z.enum(messageStatuses),
  spamReasons: z.array(spamReason).describe('What spoke for and against it when it came, the heaviest first.'),
  spamScore: z.number(),
  verdict: z.enum(messageLabels).nullable().describe('What the owner said of it.'),
  note: z.string(),
  followUp: z.iso.date().nullable(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
  deliveries: z.array(delivery),
  replies: z.array(z.object({ id: z.string(), text: z.string(), createdAt: time })),
})
export const messageList = page('messages', messageAnswer)

const count = z.int().min(0)
export const mailAnswer = z
  .object({
    transport: z.enum(['smtp', 'emailjs']).nullable(),
    missing: z.array(z.string()).describe('What is missing before e-mail can go out, a sentence each.'),
    recipient: z.string().nullable().describe('Who is told of messages.'),
    answers: z.boolean().describe('Whether e-mail can be written to visitors.'),
    queued: count,
    failed: count,
    lastFailure: z.object({ answer: z.string(), at: time }).nullable(),
  })
  .describe('Whether and how e-mail goes out.')

export const inboxAnswer = z.object({
  counts: z.object({ unread: count, due: count, failed: count, spam: count, trash: count }),
  mail: mailAnswer,
})

export const personAnswer = z.object({
  email: z.string(),
  messages: count,
  inTrash: count,
  replies: count,
  emails: count,
  mentions: count,
  entries: z.array(z.object({ id: z.string(), collection: z.string() })),
})

const variant = z.array(z.object({ width: z.int(), url: z.string() }))
export const mediumAnswer = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  focus: z.object({ x: z.number(), y: z.number() }),
  placeholder: z.string(),
  crop: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .describe('Shares of the upright original; null for all of it.'),
  url: z.string(),
  variants: z.object({ avif: variant, webp: variant, jpeg: variant }),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable(),
})
export const uploadAnswer = mediumAnswer.extend({ known: z.boolean().describe('The same image was there already.') })
export const mediumUses = z.object({
  uses: z.array(
    z.object({
      collection: z.string(),
      entry: z.string(),
      title: z.string(),
      onPage: z.boolean().describe('Whether visitors see it there, or only the draft names it.'),
    }),
  ),
})
export const mediumList = page('media', mediumAnswer)

export const accountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  twoFactor: z.boolean(),
  timeStamp: time.describe('When the account was made.'),
})
export const accountList = page('users', accountAnswer)

export const sessionList = page(
  'sessions',
  z.object({
    id: z.string(),
    device: z.string(),
    ip: z.string(),
    createdAt: time,
    lastSeenAt: time,
    current: z.boolean(),
  }),
)

export const tokenAnswer = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: time,
  lastUsedAt: time.nullable(),
})
export const tokenList = page('tokens', tokenAnswer)
