import { type Calls, nothing } from '../calls.ts'
import { isPlainName } from '../text-rules.ts'
import { z } from '../zod.ts'

/** Rules of the check, worst first. A `fail` is wrong for every visitor; a `warn` may be meant so. */
export const readinessRules = {
  placeholder: { label: 'Sample and placeholder text', severity: 'fail' },
  link: { label: 'Dead links', severity: 'fail' },
  dates: { label: 'Contradictory dates', severity: 'fail' },
  imprint: { label: 'Imprint', severity: 'fail' },
  contrast: { label: 'Contrast', severity: 'fail' },
  heading: { label: 'Headings', severity: 'fail' },
  alt: { label: 'Images without a description', severity: 'warn' },
  small: { label: 'Images too small for their place', severity: 'warn' },
  length: { label: 'Titles and descriptions', severity: 'warn' },
  card: { label: 'Share cards', severity: 'warn' },
  mail: { label: 'Email', severity: 'warn' },
} as const satisfies Record<string, { label: string; severity: 'fail' | 'warn' }>
export type ReadinessRule = keyof typeof readinessRules

const ruleNames = Object.keys(readinessRules) as [ReadinessRule, ...ReadinessRule[]]

const readinessFindingSchema = z.object({
  id: z.string().describe('Another one when what it is about changes.'),
  rule: z.enum(ruleNames),
  severity: z.enum(['fail', 'warn']),
  title: z.string().describe('Where it is: an entry, a setting.'),
  message: z.string().describe('What is wrong, and what to do, in a sentence or two.'),
  collection: z.string().describe('A collection, or settings.'),
  entry: z.string().nullable().describe('Null for a setting, and for an entry that is missing.'),
  field: z.string().nullable(),
  index: z.int().optional().describe('Item of a list, or block.'),
})
export type ReadinessFinding = z.infer<typeof readinessFindingSchema>

export const mostReasonLength = 300

const dismissalSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{22}$/, 'There is no such finding.'),
  reason: z
    .string('The reason must be text.')
    .trim()
    .min(1, 'Say in a few words why it may stay.')
    .max(mostReasonLength, `The reason may have at most ${mostReasonLength} characters.`)
    .refine(isPlainName, 'The reason contains characters that cannot be shown.'),
})

/** The last look at links to other sites. */
const linkCheckSchema = z.object({
  at: z.iso.datetime(),
  checked: z.int(),
  dead: z.int(),
  left: z.int().describe('Links for which there was no time.'),
})
export type LinkCheck = z.infer<typeof linkCheckSchema>

const readinessReportSchema = z.object({
  pages: z.int().describe('Pages that were read.'),
  pagesLeft: z.int().describe('Pages that were not: a check reads the first 500.'),
  ms: z.int().describe('Time that it took.'),
  findings: z.array(readinessFindingSchema),
  dismissed: z.array(readinessFindingSchema.extend({ reason: z.string(), at: z.iso.datetime() })),
  externalLinks: z.int().describe('Links to other sites.'),
  linkCheck: linkCheckSchema.nullable().describe('Null before the first.'),
})
export type ReadinessReport = z.infer<typeof readinessReportSchema>

export const readinessCalls = () =>
  ({
    'GET /api/readiness': { answer: readinessReportSchema },
    'POST /api/readiness/dismissals': { body: dismissalSchema, answer: nothing() },
    'DELETE /api/readiness/dismissals/:id': { answer: nothing() },
    // Findings that the monthly check was the first to see, and that the owner has not been told of by email.
    'GET /api/readiness/news': { answer: z.object({ count: z.int() }) },
    'DELETE /api/readiness/news': { answer: nothing() },
    'POST /api/readiness/link-checks': { body: nothing(), answer: linkCheckSchema },
  }) satisfies Calls
