import { z } from '../../zod.ts'
import { type Common, type Field, type Option, traits } from '../field.ts'

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

export const select = <const O extends readonly [Option, ...Option[]]>(
  o: Common & { options: O; labels?: readonly string[] },
): Field<O[number]> => {
  const { options, labels = options.map((option) => titled(String(option))) } = o
  const schema = z.literal(options, `${o.label} must be one of ${options.join(', ')}.`) as z.ZodType<O[number]>
  return { kind: 'select', ...traits(o), empty: options[0], options, labels, schema, draft: schema }
}

export const flag = (o: Common & { empty?: boolean }): Field<boolean> => {
  const schema = z.boolean(`${o.label} is either true or false.`)
  return { kind: 'flag', ...traits({ required: false, ...o }), empty: o.empty ?? false, schema, draft: schema }
}

/** Ids of the owner's categories, the main one first. */
export const categories = (o: Common): Field<string[]> => {
  const schema = z
    .array(z.string().max(90), `${o.label} must be a list of categories.`)
    .max(12, `${o.label}: at most 12.`)
    .refine((ids) => new Set(ids).size === ids.length, `${o.label}: name each one once.`)
  return { kind: 'categories', ...traits({ required: false, ...o }), empty: [], schema, draft: schema }
}
