import { type Calls, flag } from '../calls.ts'
import { z } from '../zod.ts'

/** Effect of an import on one thing of the file. */
const importRowSchema = z.object({
  key: z.string().describe('Where it stands in the file, such as work.0.'),
  collection: z.string().describe('A collection, or settings.'),
  title: z.string(),
  state: z.enum(['new', 'changed', 'same', 'skipped']),
  fields: z.array(z.string()).describe('The names of the fields that it changes.'),
  notes: z.array(z.string()).describe('Why it is skipped, what of it is left out, or why it stays a draft.'),
})
export type ImportRow = z.infer<typeof importRowSchema>

const importTableSchema = z.object({ rows: z.array(importRowSchema) })
export type ImportTable = z.infer<typeof importTableSchema>

/** UTF-16 code units of a file that is imported on the screen. */
export const longestImport = 1_000_000

/** Things in one file; a CV has some dozens. */
export const mostImportRows = 2000

const importRequestSchema = z.strictObject({
  file: z.string().min(1, 'The file is empty.').max(longestImport, 'The file is too large for a CV.'),
  chosen: z
    .array(z.string().max(200))
    .max(mostImportRows)
    .optional()
    .describe('The keys of the rows to import; without them, every new and changed one.'),
})

const importedSchema = z.object({
  created: z.int(),
  changed: z.int(),
  drafts: z.int().describe('How many of them wait as drafts.'),
  change: z.int().nullable().describe('The change whose undo takes all of it back; null when nothing changed.'),
})
export type ImportOutcome = z.infer<typeof importedSchema>

export const importCalls = () =>
  ({
    'POST /api/imports': {
      query: z.strictObject({ preview: flag() }),
      body: importRequestSchema,
      answer: importedSchema,
      dryRun: importTableSchema,
    },
  }) satisfies Calls
