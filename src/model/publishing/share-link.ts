import { type Calls, listAnswer, nothing } from '../calls.ts'
import { z } from '../zod.ts'

/** The choices for how long a link works, in days. */
export const shareLinkDays = [1, 7, 30] as const
export const usualShareLinkDays: (typeof shareLinkDays)[number] = 7

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shareLinkDays.map(String))

const newShareLinkSchema = z.strictObject({
  days: z.literal(shareLinkDays, `Choose ${choices} days.`).default(usualShareLinkDays),
})
export type NewShareLink = z.input<typeof newShareLinkSchema>

const time = z.iso.datetime()

/** A link under which somebody may review a draft. */
export const shareLinkSchema = z.object({
  id: z.string(),
  createdAt: time,
  expiresAt: time,
  url: z.url().nullable().describe('Null when the server’s secret has changed since: end it, and make another.'),
})
export type ShareLink = z.infer<typeof shareLinkSchema>

export const sharePath = '/share/'

export const shareCalls = () =>
  ({
    'GET /api/entries/:collection/:id/share-links': { answer: listAnswer('links', shareLinkSchema) },
    'POST /api/entries/:collection/:id/share-links': { body: newShareLinkSchema, answer: shareLinkSchema },
    'DELETE /api/entries/:collection/:id/share-links/:link': { answer: nothing() },
  }) satisfies Calls
