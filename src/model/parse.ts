import { Invalid } from './errors.ts'
import type { z } from './zod.ts'

/** The parsed value; throws `Invalid` with one sentence per field (`tags`, `counters.0.label`), the first problem of each. */
export const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[key] ??= 'There is no such field.'
    } else fields[issue.path.join('.') || 'body'] ??= issue.message
  }
  throw new Invalid(fields)
}
