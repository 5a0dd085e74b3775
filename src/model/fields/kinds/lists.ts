import { line } from '../../text-rules.ts'
import { z } from '../../zod.ts'
import { type Common, type DataOf, type Field, type Fields, traits } from '../field.ts'
import { text } from './texts.ts'

/** A list of short lines, such as tags. */
export const list = (o: Common & { max?: number; items?: number }): Field<string[]> => {
  const { max = 60, items = 20 } = o
  const draft = z
    .array(line(o.label, max), `${o.label} must be a list of lines.`)
    .max(items, `${o.label} may have at most ${items} lines.`)
    .transform((lines) => lines.filter((line) => line !== '')) as unknown as z.ZodType<string[]>
  const schema =
    (o.required ?? true) ? draft.refine((lines) => lines.length > 0, `${o.label} needs at least one line.`) : draft
  return { kind: 'list', ...traits(o), empty: [], max, schema, draft }
}

/** Schema of an object with these fields, all of them present. */
export const shapeOf = <F extends Fields>(of: F, rule: 'schema' | 'draft'): z.ZodType<DataOf<F>> =>
  z.strictObject(
    Object.fromEntries(Object.entries(of).map(([name, field]) => [name, field[rule]])),
  ) as unknown as z.ZodType<DataOf<F>>

/** Of one item of a list. What is optional may be missing: it came later than some stored items. In a draft everything may. */
const itemOf = <F extends Fields>(of: F, rule: 'schema' | 'draft'): z.ZodType<DataOf<F>> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(of).map(([name, field]) => [
        name,
        field.required && rule === 'schema' ? field.schema : field[rule].default(field.empty),
      ]),
    ),
  ) as unknown as z.ZodType<DataOf<F>>

const itemsField = <T>(
  o: Common & { one: string; min?: number; max: number },
  of: Fields,
  item: { schema: z.ZodType<T>; draft: z.ZodType<T> },
): Field<T[]> => {
  const { min = 0, max, label } = o
  const listOf = (schema: z.ZodType<T>) => z.array(schema).max(max, `${label}: at most ${max}.`)
  return {
    kind: 'items',
    ...traits({ required: min > 0, ...o }),
    empty: [],
    ...(min > 0 ? { min } : {}),
    max,
    item: { one: o.one, fields: of },
    schema: listOf(item.schema).min(min, `${label}: at least ${min}.`),
    draft: listOf(item.draft),
  }
}

/** Short texts that are edited row by row, such as headlines. */
export const lines = (o: Common & { one: string; max: number; length: number }): Field<string[]> => {
  const item = text({ label: o.one, max: o.length })
  return itemsField(o, { '': item }, item)
}

/** Items of several fields, edited row by row. */
export const items = <const F extends Fields>(
  o: Common & { one: string; min?: number; max: number; fields: F },
): Field<DataOf<F>[]> =>
  itemsField<DataOf<F>>(o, o.fields, { schema: itemOf(o.fields, 'schema'), draft: itemOf(o.fields, 'draft') })
