import { Invalid } from '../errors.ts'
import type { z } from '../zod.ts'

// Enough to see what is wrong; a body full of names would be sent back whole, each with its sentence.
const namedAtMost = 20

/** The parsed value; throws `Invalid` with one sentence per field (`tags`, `counters.0.label`), the first problem of each. */
export const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  // A Map, since unknown keys come from outside: a plain object has a `constructor` already.
  const fields = new Map<string, string>()
  const note = (name: string, problem: string) => fields.has(name) || fields.set(name, problem)
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, namedAtMost))
        note([...issue.path, key].join('.'), 'There is no such field.')
    } else note(issue.path.join('.') || 'body', issue.message)
  }
  throw new Invalid(Object.fromEntries(fields))
}
