import { z } from '../../zod.ts'
import { type Common, type Field, type FieldKind, traits } from '../field.ts'

const integerField = (
  kind: FieldKind,
  options: Common & { min: number; max: number; ongoing?: boolean },
): Field<number | null> => {
  const { label, min, max, required = true, ongoing = false } = options
  const bounds = `${label} must be a whole number from ${min} to ${max}.`
  const number = z.int(bounds).min(min, bounds).max(max, bounds)
  if (ongoing) {
    const missing = `${label} is required, or tick Ongoing.`
    const open = z.int({ error: ({ input }) => (input === undefined ? missing : bounds) })
    return {
      kind,
      ...traits(options),
      empty: null,
      ongoing: null,
      min,
      max,
      draft: open.nullable(),
      schema: open.min(min, bounds).max(max, bounds).nullable(),
    }
  }
  return {
    kind,
    ...traits(options),
    empty: null,
    min,
    max,
    draft: z.int(bounds).nullable(),
    schema: required
      ? (z.int(`${label} is required and must be a whole number.`).min(min, bounds).max(max, bounds) as z.ZodType<
          number | null
        >)
      : number.nullable(),
  }
}

export const integer = (o: Common & { min: number; max: number; ongoing?: boolean }) => integerField('integer', o)

export const percent = (o: Common) => integerField('percent', { min: 0, max: 100, ...o })

export const rating = (o: Common) => integerField('rating', { min: 0, max: 5, ...o })
