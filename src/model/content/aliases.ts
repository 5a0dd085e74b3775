import type { z } from '../zod.ts'

type Data = Readonly<Record<string, unknown>>

/** A field of an earlier version that the API still takes and gives. Nothing is stored under its name. */
export interface Alias {
  /** The field that took its place. */
  of: string
  /** Of the former value. */
  schema: z.ZodType
  read(value: unknown): unknown
  write(former: unknown): unknown
}

export type Aliases = Readonly<Record<string, Alias>>

/** Data from outside in today's fields; a field that is given itself wins over its alias. */
export const withoutAliases = (aliases: Aliases | undefined, data: Data): Record<string, unknown> => {
  const result = { ...data }
  for (const [name, { of, write }] of Object.entries(aliases ?? {})) {
    if (!Object.hasOwn(result, name)) continue
    if (!Object.hasOwn(result, of)) result[of] = write(result[name])
    delete result[name]
  }
  return result
}

/** Data for outside: with the former fields as well. */
export const withAliases = (aliases: Aliases | undefined, data: Data): Record<string, unknown> => ({
  ...data,
  ...Object.fromEntries(Object.entries(aliases ?? {}).map(([name, { of, read }]) => [name, read(data[of])])),
})
