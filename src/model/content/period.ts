import type { Fields } from '../fields/fields.ts'

export interface Period<N extends string = string> {
  readonly start: N
  readonly end: N
}

type Data = Readonly<Record<string, unknown>>

/** The years that a value names: the number itself, or each four digits of a text such as “spring 2019”. */
const yearsIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'string'
    ? (value.match(/\d+/g) ?? []).filter((digits) => digits.length === 4).map(Number)
    : []
}

/** The sentence for a period that ends before it starts; undefined when it does not, or when a side names no year. */
export const periodProblem = ({ start, end }: Period, fields: Fields, data: Data): string | undefined => {
  const [from] = yearsIn(data[start])
  const to = yearsIn(data[end]).at(-1)
  if (from === undefined || to === undefined || to >= from) return undefined
  return `${fields[end]?.label} must not be before ${from}, the ${fields[start]?.label.toLowerCase()}.`
}
