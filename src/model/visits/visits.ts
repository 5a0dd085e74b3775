import { type Calls, listAnswer, pagingQuery } from '../calls.ts'
import { isTimeZone } from '../text-rules.ts'
import { z } from '../zod.ts'

/** What a visit is taken for. Of the last three only a number of views is kept. */
export const visitClasses = {
  people: { label: 'People', what: 'Nothing speaks against a person with a browser.' },
  crawlers: { label: 'Crawlers', what: 'Search engines, feed readers, tools and scripts.' },
  'ai-crawlers': { label: 'AI crawlers', what: 'Programs that collect pages for language models.' },
  'ai-readers': { label: 'AI readers', what: 'Assistants that read a page because a person asked them to.' },
  previews: { label: 'Link previews', what: 'Messengers and networks that draw a card for a shared link.' },
  monitors: { label: 'Monitors', what: 'Services that look whether the site answers.' },
  own: { label: 'You', what: 'Views in a browser that has signed in here.' },
  prefetches: { label: 'Fetched ahead', what: 'Pages that a browser fetched before anybody opened them.' },
  private: {
    label: 'Asked not to be counted',
    what: 'Views with Do Not Track or Global Privacy Control: this number is all that is kept.',
  },
} as const

export type VisitClass = keyof typeof visitClasses

/** Kept of each visit as yes or no; a bit each, so that the order stays and new ones come last. */
export const visitSignals = [
  'bot',
  'aiCrawler',
  'aiReader',
  'preview',
  'monitor',
  'noLanguage',
  'impossible',
  'burst',
] as const
export type VisitSignal = (typeof visitSignals)[number]

export const bitOf = (signal: VisitSignal): number => 1 << visitSignals.indexOf(signal)

/** Views within this time, in ms, above which nobody reads any more. */
export const burst = { views: 20, withinMs: 10_000 }

/** Settings that switch a rule: those by behaviour can be wrong about a person. */
export const switchableRules = ['visitsNoLanguage', 'visitsImpossible', 'visitsBursts'] as const
type RuleSetting = (typeof switchableRules)[number]

interface VisitRule {
  id: string
  class: VisitClass
  signal?: VisitSignal
  reason: string
  setting?: RuleSetting
}

/** In order: the first rule whose signal is there decides. */
export const visitRules = [
  { id: 'ai-reader', class: 'ai-readers', signal: 'aiReader', reason: 'Its name is on the list of AI readers.' },
  { id: 'ai-crawler', class: 'ai-crawlers', signal: 'aiCrawler', reason: 'Its name is on the list of AI crawlers.' },
  { id: 'preview', class: 'previews', signal: 'preview', reason: 'Its name is on the list of link previews.' },
  { id: 'monitor', class: 'monitors', signal: 'monitor', reason: 'Its name is on the list of monitors.' },
  { id: 'bot', class: 'crawlers', signal: 'bot', reason: 'Its name is on isbot’s list, or it gives none.' },
  {
    ...{ id: 'no-language', class: 'crawlers', signal: 'noLanguage', setting: 'visitsNoLanguage' },
    reason: 'It names no language. Every browser sends one.',
  },
  {
    ...{ id: 'impossible', class: 'crawlers', signal: 'impossible', setting: 'visitsImpossible' },
    reason: 'It calls itself a browser and does not send what that browser sends.',
  },
  {
    ...{ id: 'burst', class: 'crawlers', signal: 'burst', setting: 'visitsBursts' },
    reason: `It opened more than ${burst.views} pages in ${burst.withinMs / 1000} seconds.`,
  },
  { id: 'own', class: 'own', reason: 'It has a cookie of somebody who has signed in.' },
  { id: 'prefetch', class: 'prefetches', reason: 'It says so (Sec-Purpose).' },
  { id: 'private', class: 'private', reason: 'It sends DNT or Sec-GPC.' },
  { id: 'none', class: 'people', reason: 'No rule applies.' },
] as const satisfies readonly VisitRule[]

export type RuleId = (typeof visitRules)[number]['id']

/** Class and rule of these signals, with some rules switched off. */
export const classOf = (signals: number, off: ReadonlySet<string>): { class: VisitClass; rule: RuleId } => {
  for (const rule of visitRules as readonly (VisitRule & { id: RuleId })[]) {
    if (rule.signal === undefined || (signals & bitOf(rule.signal)) === 0) continue
    if (rule.setting === undefined || !off.has(rule.setting)) return { class: rule.class, rule: rule.id }
  }
  return { class: 'people', rule: 'none' }
}

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

/** Source of a message’s sender; null where it is not stored. */
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
