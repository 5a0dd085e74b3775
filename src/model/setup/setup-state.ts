import type { Calls } from '../calls.ts'
import { z } from '../zod.ts'
import { introductionSchema } from './introduction.ts'

/** Sample content that still stands. */
const remnantSchema = z.object({
  collection: z.string().describe('A collection, media or settings.'),
  entry: z.string().nullable().describe('Null for a setting.'),
  field: z.string().nullable().describe('Null when the whole entry is the sample’s.'),
  title: z.string().describe('Title of the entry, or label of the setting.'),
})
export type Remnant = z.infer<typeof remnantSchema>

const setupStateSchema = z.object({
  introduced: z.boolean().describe('The owner has filled in the introduction.'),
  projects: z.int().describe('Projects that are not samples.'),
  samples: z.boolean().describe('The site began with the sample content.'),
  remnants: z.array(remnantSchema),
  findings: z
    .int()
    .nullable()
    .describe(
      'Number of findings of GET /api/readiness; when counting takes long, the last number for the same content, or null.',
    ),
})
export type SetupState = z.infer<typeof setupStateSchema>

export const setupCalls = () => {
  const done = z.object({
    change: z.int().nullable().describe('The change that undoes it all; null when nothing changed.'),
  })
  return {
    'GET /api/setup': { answer: setupStateSchema },
    'POST /api/introductions': { body: introductionSchema, answer: done },
    'DELETE /api/samples': { answer: done },
  } satisfies Calls
}
