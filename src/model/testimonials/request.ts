import { type Calls, listAnswer, nothing, pagingQuery } from '../calls.ts'
import { relations } from '../content/collections.ts'
import { isPlainLine, isPlainText, withoutTurning } from '../text-rules.ts'
import { z } from '../zod.ts'

/** Days for which a link works that nobody has used. */
export const requestDays = 14

export const testimonialPath = '/t/'

const cannotBeShown = 'It contains characters that cannot be shown.'

const note = z
  .string('Write it as text.')
  .trim()
  .max(1000, 'At most 1,000 characters.')
  .refine(isPlainText, cannotBeShown)

export const newTestimonialRequestSchema = z.strictObject({
  name: z
    .string('Enter their name.')
    .overwrite(withoutTurning)
    .trim()
    .min(1, 'Enter their name.')
    .max(120, 'At most 120 characters.')
    .refine(isPlainLine, cannotBeShown),
  email: z.email('Enter an email address like name@example.com.').max(254, 'At most 254 characters.'),
  project: z.string().max(64).nullable().default(null).describe('The project that it is about, by its id.'),
  note: note.default('').describe('What you write to them.'),
  mail: z.boolean().default(false).describe('Mails the link to them. Needs email that can write to others.'),
})
export type NewTestimonialRequest = z.input<typeof newTestimonialRequestSchema>

/** What the owner says to what came: it is declined, or not any more; or a change is asked for. */
const testimonialAnswerSchema = z
  .strictObject({ declined: z.boolean().exactOptional(), ask: note.min(1, 'Say what should change.').exactOptional() })
  .refine(({ declined, ask }) => (declined === undefined) !== (ask === undefined), 'Name one of declined and ask.')
export type TestimonialAnswer = z.infer<typeof testimonialAnswerSchema>

/** `waiting`: nothing came yet. `pending`: what came, or a change of it, waits for the owner. `gone`: the owner has deleted what came. */
const requestStates = ['waiting', 'expired', 'pending', 'asked', 'published', 'declined', 'withdrawn', 'gone'] as const
export type RequestState = (typeof requestStates)[number]

const time = z.iso.datetime()

const testimonialRequestSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  project: z.string().nullable(),
  note: z.string(),
  asked: z.string().describe('The change that was asked for; empty for none.'),
  state: z.enum(requestStates),
  entry: z.string().nullable().describe('The testimonial that came, by its id.'),
  version: z.int().nullable().describe('Version of that testimonial, to publish what was read and nothing newer.'),
  url: z.url().nullable().describe('Null when the server’s secret has changed since.'),
  mailedAt: time.nullable(),
  remindedAt: time.nullable(),
  usedAt: time.nullable().describe('When something came first. From then on the link is that person’s own.'),
  createdAt: time,
  expiresAt: time.describe('Of a link that was not used.'),
})
export type TestimonialRequest = z.infer<typeof testimonialRequestSchema>

const namings = ['full', 'first', 'company'] as const

/** The text fields of the form behind a link; each is a text as it was typed. */
export const testimonialFields = [
  ...([
    'feedback',
    'star',
    'fullname',
    'naming',
    'role',
    'company',
    'country',
    'email',
    'relation',
    'consent',
  ] as const),
]
export type TestimonialField = (typeof testimonialFields)[number]

/** What was typed. */
export type TypedTestimonial = Partial<Record<TestimonialField, string>>

/** The sentences of the form, in the language of the site. */
interface Sentences {
  missing: string
  tooLong: (max: number) => string
  wrongEmail: string
  characters: string
}

/** Texts that somebody sends through their link. */
export const sentTestimonialSchema = (say: Sentences) => {
  // As an entry keeps a line: a pasted name brings marks of direction that nobody sees, and their words have to stay what they sent.
  const line = (max: number) =>
    z.string().overwrite(withoutTurning).trim().max(max, say.tooLong(max)).refine(isPlainLine, say.characters)
  return z
    .object({
      feedback: z.string().trim().min(1, say.missing).max(2000, say.tooLong(2000)).refine(isPlainText, say.characters),
      star: z.enum(['', '0', '1', '2', '3', '4', '5'], say.missing).default(''),
      fullname: line(120).min(1, say.missing),
      naming: z.enum(namings, say.missing),
      role: line(80).default(''),
      company: line(80).default(''),
      country: line(120).default(''),
      email: z.union([z.literal(''), z.email(say.wrongEmail).max(254, say.tooLong(254))], say.wrongEmail).default(''),
      relation: z.enum(relations, say.missing),
      consent: z.literal('yes', say.missing),
    })
    .refine(({ naming, company }) => naming !== 'company' || company !== '', {
      path: ['company'],
      message: say.missing,
    })
}
export type SentTestimonial = z.infer<ReturnType<typeof sentTestimonialSchema>>

/** What the page behind a link shows. */
export interface TestimonialPage {
  /** `unknown` for every link that leads nowhere, whatever the reason. */
  state: RequestState | 'unknown' | 'erased'
  token: string
  values: TypedTestimonial
  problems: Partial<Record<TestimonialField | 'file', string>>
  /** Whether a picture of theirs is kept. */
  hasPicture: boolean
  /** That picture, small, as a data URL: what is not published has no other URL. Undefined where it is an image of the owner's as well. */
  picture: string | undefined
  /** What the owner asks for. */
  asked: string
  note: string
  project: string
  /** Their words as visitors read them; undefined while visitors see nothing. */
  shown: { feedback: string; fullname: string } | undefined
  status: 200 | 404 | 422
}

export const testimonialCalls = () => {
  const answer = testimonialRequestSchema
  return {
    'GET /api/testimonial-requests': {
      query: z.strictObject(pagingQuery()),
      answer: listAnswer('requests', answer).extend({
        pending: z.number().int().describe('Requests in the state `pending`, of all pages.'),
      }),
    },
    'POST /api/testimonial-requests': { body: newTestimonialRequestSchema, answer },
    'PATCH /api/testimonial-requests/:id': { body: testimonialAnswerSchema, answer },
    'POST /api/testimonial-requests/:id/reminders': { body: nothing(), answer },
    'DELETE /api/testimonial-requests/:id': { answer: nothing() },
  } satisfies Calls
}
