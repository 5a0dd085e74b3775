import type { z } from 'zod'
import { Invalid } from './errors.ts'

// Enough to see what is wrong; a body full of names would be sent back whole, each with its sentence.
const namedAtMost = 20

/** The parsed value; throws `Invalid` with one sentence per field (`tags`, `counters.0.label`), the first problem of each. */
export const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, namedAtMost)) fields[key] ??= 'There is no such field.'
    } else fields[issue.path.join('.') || 'body'] ??= issue.message
  }
  throw new Invalid(fields)
}
