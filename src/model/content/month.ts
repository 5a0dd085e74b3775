import { fields } from '../fields/fields.ts'

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

export const monthName = (month: number): string => names[month - 1] ?? ''

/** A month next to the year that it belongs to. */
export const monthField = ({ label }: { label: string }) =>
  fields.select({ label, required: false, options: months, labels: ['No month', ...names] })

/** True when a month can stand next to this year: it is a year alone, not “spring 2019” or one that has not come. */
export const takesMonth = (year: unknown): boolean => /^\d{4}$/.test(String(year))

/** A year, or a year and month, as ISO 8601 has it: `2019`, `2019-05`. Undefined for what is no year alone. */
export const isoMonth = (year: unknown, month = 0): string | undefined => {
  if (!takesMonth(year)) return undefined
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}` : String(year)
}
