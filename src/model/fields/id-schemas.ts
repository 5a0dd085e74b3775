import { z } from '../zod.ts'

// Ids are given by us; whether there is such a thing, the store knows.
const pattern = /^[0-9A-Za-z][0-9A-Za-z.-]*$/

/** Schemas of the id of something stored, or null: `thing` with its article, such as “an image”. */
export const idSchemas = (thing: string, { label, required = true }: { label: string; required?: boolean }) => {
  const idOr = (sentence: string) => z.string(sentence).max(64).regex(pattern, sentence)
  const draft: z.ZodType<string | null> = idOr(`${label} must be ${thing}.`).nullable()
  return { draft, schema: required ? (idOr(`${label} is required.`) as z.ZodType<string | null>) : draft }
}
