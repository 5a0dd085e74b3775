import type { Fields } from '../fields/fields.ts'
import { monthName, takesMonth } from './month.ts'

export interface Period<N extends string = string> {
  readonly start: N
  readonly end: N
  /** The months next to both years; in a collection that has them, both. */
  readonly startMonth?: N
  readonly endMonth?: N
}

type Data = Readonly<Record<string, unknown>>

interface Problem {
  field: string
  message: string
}

/** The years that a value names: the number itself, or each four digits of a text such as “spring 2019”. */
const yearsIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'string'
    ? (value.match(/\d+/g) ?? []).filter((digits) => digits.length === 4).map(Number)
    : []
}

const before = (field: string, fields: Fields, what: number | string, start: string): Problem => ({
  field,
  message: `${fields[field]?.label} must not be before ${what}, the ${fields[start]?.label.toLowerCase()}.`,
})

const monthProblem = ({ start, end, startMonth, endMonth }: Period, fields: Fields, data: Data) => {
  if (startMonth === undefined || endMonth === undefined) return undefined
  const [from, to] = [Number(data[startMonth]), Number(data[endMonth])]
  for (const [year, month, chosen] of [[start, startMonth, from] as const, [end, endMonth, to] as const])
    if (chosen > 0 && !takesMonth(data[year]))
      return {
        field: month,
        message: `${fields[month]?.label} goes with a year alone, such as 2019. Choose no month, or change ${fields[year]?.label.toLowerCase()}.`,
      }
  return to > 0 && to < from && Number(data[start]) === Number(data[end])
    ? before(endMonth, fields, monthName(from), startMonth)
    : undefined
}

/** The sentence for a period that ends before it starts, at its field; undefined when it does not, or when a side names no year. */
export const periodProblem = (period: Period, fields: Fields, data: Data): Problem | undefined => {
  const { start, end } = period
  const [from] = yearsIn(data[start])
  const to = yearsIn(data[end]).at(-1)
  if (from !== undefined && to !== undefined && to < from) return before(end, fields, from, start)
  return monthProblem(period, fields, data)
}
