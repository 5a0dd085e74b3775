import type { DataOf, Field, Fields } from '../fields/fields.ts'
import { z } from '../zod.ts'
import { type Period, periodProblem } from './period.ts'

type Data = Readonly<Record<string, unknown>>

/** True for an empty field that the owner hides from the page: nothing is required there. */
export const isHiddenAndEmpty = (
  name: string,
  { shownBy, empty }: Pick<Field<unknown>, 'shownBy' | 'empty'>,
  data: Data,
): boolean => shownBy !== undefined && data[shownBy] === false && (data[name] ?? empty) === empty

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

/** A collection's screen in the admin: its address (`/admin/{path}`) and the screen its table stands on. */
interface AdminLocation {
  path: string
  screen: string
  /** Title of the screen, where its label in the sidebar does not say what it holds. */
  title?: string
}

interface CollectionInput<F extends Fields> {
  name: string
  label: { one: string; many: string }
  admin: AdminLocation
  fields: F
  /** Fields that stand side by side in the form where there is space; of four, the first two make a column. */
  rows?: readonly (readonly (keyof F & string)[])[]
  /** The two fields that begin and end a stretch of time; the end may not lie before the start. */
  period?: Period<keyof F & string>
  /** Fields that may stay empty once the named one is filled in. */
  optional?: { with: keyof F & string; fields: readonly (keyof F & string)[] }
  /** Entries of somebody else: those whose field `with` is filled in. The owner may change the fields in `open` alone; `help` stands at the others. */
  received?: { with: keyof F & string; open: readonly (keyof F & string)[]; help: string }
  /** Names of earlier versions that the API still takes and gives. */
  aliases?: Aliases
  /** Fields shown as columns of the admin's table, in order. */
  table: readonly (keyof F & string)[]
  /** Title of an entry in lists, toasts and history. */
  preview: { title: keyof F & string; subtitle?: keyof F & string; image?: keyof F & string }
}

export interface Collection<F extends Fields = Fields> extends Readonly<CollectionInput<F>> {
  /** Schema for publishing: every rule holds, unknown keys are refused, optional fields that are missing are empty. */
  readonly schema: z.ZodType<DataOf<F>>
  /** Schema of what the page shows. Without the rules between fields: they came later than some entries, which stay on the page. */
  readonly shown: z.ZodType<DataOf<F>>
  /** Schema of a draft: types and upper bounds hold, missing fields become empty. */
  readonly draft: z.ZodType<DataOf<F>>
  /** A draft's changed fields alone. */
  readonly patch: z.ZodType<Partial<DataOf<F>>>
}

/** Derives everything that is uniform about a collection from its definition. */
export const defineCollection = <const F extends Fields>(input: CollectionInput<F>): Collection<F> => {
  const names = Object.keys(input.fields) as (keyof F & string)[]
  const shape = (pick: (field: Field<unknown>) => z.ZodType) =>
    Object.fromEntries(names.map((name) => [name, pick(input.fields[name] as unknown as Field<unknown>)]))
  const { period, optional } = input
  const optionals: readonly string[] = optional?.fields ?? []
  const hideable = names.filter((name) => input.fields[name]?.shownBy)
  const checkedLater = names.filter((name) => hideable.includes(name) || optionals.includes(name))
  const published = z.strictObject({
    ...shape(({ required, schema, empty }) => (required ? schema : schema.default(empty))),
    ...Object.fromEntries(
      checkedLater.map((name) => {
        const { draft, empty } = input.fields[name] as unknown as Field
        return [name, draft.default(empty)]
      }),
    ),
  })
  const shown = published.superRefine(
    (data, context) => {
      for (const name of checkedLater) {
        const field = input.fields[name] as unknown as Field
        if (isHiddenAndEmpty(name, field, data)) continue
        if (optional && optionals.includes(name) && data[optional.with] && data[name] === field.empty) continue
        for (const { message } of field.schema.safeParse(data[name]).error?.issues ?? [])
          context.addIssue({ code: 'custom', path: [name], message })
      }
    },
    // Together with the problems of other fields, not after them.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ) as unknown as z.ZodType<DataOf<F>>
  return {
    ...input,
    schema: period
      ? shown.superRefine((data, context) => {
          const problem = periodProblem(period, input.fields, data)
          if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
        })
      : shown,
    shown,
    draft: z.strictObject(shape((field) => field.draft.default(field.empty))) as unknown as z.ZodType<DataOf<F>>,
    patch: z.strictObject(shape((field) => field.draft.optional())) as unknown as z.ZodType<Partial<DataOf<F>>>,
  }
}

/** The names of the fields that hold images. */
export const imageFields = ({ fields }: { fields: Fields }): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'image' ? [name] : []))
