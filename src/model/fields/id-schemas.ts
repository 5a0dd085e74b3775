import { awaitedProblem } from '../media/awaited-file.ts'
import { z } from '../zod.ts'

// Ids are given by us; whether there is such a thing, the store knows.
const id = /^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/
const idOrAwaited = /^(?:[0-9A-Za-z][0-9A-Za-z.-]{0,63}|awaited-[0-9a-f-]{36}\/\P{Cc}{1,100})$/u

interface Options {
  label: string
  required?: boolean
  /** A draft may name a file that is still being uploaded. */
  awaits?: boolean
}

/** Schemas of the id of something stored, or null: `thing` with its article, such as “an image”. */
export const idSchemas = (thing: string, { label, required = true, awaits = false }: Options) => {
  const textOf = (pattern: RegExp, sentence: string) =>
    z.string(sentence).regex(pattern, { error: ({ input }) => awaitedProblem(input) ?? sentence })
  const wrong = `${label} must be ${thing}.`
  const draft: z.ZodType<string | null> = textOf(awaits ? idOrAwaited : id, wrong).nullable()
  const schema = required ? textOf(id, `${label} is required.`) : textOf(id, wrong).nullable()
  return { draft, schema: schema as z.ZodType<string | null> }
}
