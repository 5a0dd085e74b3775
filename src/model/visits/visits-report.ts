import { type Calls, listAnswer, pagingQuery } from '../calls.ts'
import { isTimeZone } from '../text-rules.ts'
import { z } from '../zod.ts'
import { visitSignals } from './visit-classes.ts'

/** Lengths of a period, in days. */
export const periods = [7, 30, 90, 365] as const

/** Days for which single visits are kept; their sums stay. */
export const rawDays = 90

/** Terms of one kind that are counted by name in a month; the rest is `other`. */
export const mostTerms = 5000
export const otherTerm = 'other'

const visitsQuerySchema = z.strictObject({
  days: z.coerce
    .number()
    .refine((days) => periods.some((period) => period === days), `days must be one of ${periods.join(', ')}.`)
    .default(30),
  zone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'zone must be a time zone such as Europe/Berlin.')
    .default('UTC')
    .describe('Time zone of the days and hours.'),
})

const visitsCsvQuerySchema = visitsQuerySchema.extend({
  of: z.enum(['days', 'countries']).default('days').describe('The table.'),
})

const count = z.number().int()
const sums = { people: count, views: count, messages: count, downloads: count, opens: count }
const totals = z.object(sums)
const term = z.object({ term: z.string(), ...sums })

const visitsReportSchema = z.object({
  on: z.boolean().describe('Whether visits are counted.'),
  since: z.string().nullable().describe('The first hour with a count.'),
  now: totals,
  before: totals.describe('As many days before.'),
  days: z.array(z.object({ day: z.string(), ...sums })),
  hours: z.array(z.array(count)).describe('People by weekday, Monday first, and hour.'),
  sources: z.array(term).describe('By host; empty: none was named.'),
  campaigns: z.array(term),
  pages: z.array(term),
  projects: z.array(z.object({ title: z.string(), ...term.shape })),
  devices: z.array(term),
  countries: z.array(term).describe('By two letters (ISO 3166-1); empty without a file of countries.'),
  excluded: z.array(z.object({ class: z.string(), rule: z.string(), visits: count, views: count })),
})

export type VisitsReport = z.infer<typeof visitsReportSchema>
export type VisitTotals = z.infer<typeof totals>
export type VisitTerm = z.infer<typeof term>

/** Classes of which single visits are kept. */
export const keptClasses = ['people', 'crawlers', 'ai-crawlers', 'ai-readers', 'previews', 'monitors'] as const

const singleVisitSchema = z.object({
  id: z.string(),
  hour: z.iso.datetime().describe('When it began.'),
  rule: z.string().describe('The rule that decided its class.'),
  signals: z.array(z.enum(visitSignals)).describe('Those that it has; of the others it has none.'),
  ...{ source: z.string(), campaign: z.string(), device: z.string(), country: z.string() },
  page: z.string().describe('The first page.'),
})
export type SingleVisit = z.infer<typeof singleVisitSchema>

/** How the sender of a message came; null where that is not stored. */
const messageVisitSchema = z.object({
  visit: z
    .object({ source: z.string().describe('A host; empty when none was named.'), page: z.string() })
    .nullable()
    .describe('The source and the first page of the visit.'),
})

export const visitCalls = () => {
  const query = visitsQuerySchema
  return {
    'POST /api/project-views': {},
    'GET /api/messages/:id/visit': { answer: messageVisitSchema },
    'GET /api/visits': { query, answer: visitsReportSchema },
    'GET /api/visits.csv': { query: visitsCsvQuerySchema },
    'GET /api/visits/single': {
      query: z.strictObject({
        ...pagingQuery(),
        cursor: z
          .string()
          .regex(/^\d{1,9}-\d{1,15}$/, 'Start the list again.')
          .optional(),
        class: z.enum(keptClasses, `class must be one of ${keptClasses.join(', ')}.`),
      }),
      answer: listAnswer('visits', singleVisitSchema),
    },
    'GET /api/visits/record': {},
  } satisfies Calls
}
