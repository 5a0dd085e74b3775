import { localeOf } from '../words/locale-of.ts'
import { takesMonth } from './month.ts'

/** A year as the page shows it, with its month where it has one: “May 2019” in the language of the page. */
export const monthText = (year: string | number, month: number, language: string): string =>
  month === 0 || !takesMonth(year)
    ? String(year)
    : new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(Number(year), month - 1),
      )
