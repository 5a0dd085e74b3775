import { type Fields, fields } from '../fields/fields.ts'

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Months by their number; 0 for none. */
const months = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

const monthName = (month: number): string => names[month - 1] ?? ''

/** A month next to the year that it belongs to. */
export const monthField = ({ label }: { label: string }) =>
  fields.select({ label, required: false, options: months, labels: ['No month', ...names] })

/** True when a month can stand next to this year: it is a year alone, not “spring 2019” or one that has not come. */
const takesMonth = (year: unknown): boolean => /^\d{4}$/.test(String(year))

/** A year, or a year and month, as ISO 8601 has it: `2019`, `2019-05`. Undefined for what is no year alone. */
export const isoMonth = (year: unknown, month = 0): string | undefined => {
  if (!takesMonth(year)) return undefined
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}` : String(year)
}

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

/** The language as `Intl` takes it: of a code that it refuses, such as `zh-yue` or `en-aa-bb`, the first part alone. */
export const localeOf = (language: string): string => {
  try {
    return new Intl.Locale(language).toString()
  } catch {
    return /^[a-z]{2,3}(?=-)/i.exec(language)?.[0] ?? 'en'
  }
}

/** A year as the page shows it, with its month where it has one: “May 2019” in the language of the page. */
export const monthText = (year: string | number, month: number, language: string): string =>
  month === 0 || !takesMonth(year)
    ? String(year)
    : new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(Number(year), month - 1),
      )

/** A start and an end as they are read; an end that is the start, or empty, is left out. */
export const yearSpan = (from: string, to: string): string => (from === to || to === '' ? from : `${from} – ${to}`)

interface Experience {
  name: string
  program: string
  company: string
  location: string
  url: string
}

/** The title and place of an experience. Its link is the company's, and stands at the title where no company is named. */
export const experienceAt = ({ name, program, company, location, url }: Experience) => ({
  title: { text: name, url: company === '' ? url : '' },
  // An import may know the company alone: it stands once.
  place: [{ text: program === company ? '' : program }, { text: company, url }, { text: location }],
})
