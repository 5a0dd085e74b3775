import { takesMonth } from './month.ts'

/** A code that nobody has assigned, such as `en-aa-bb`, is no reason to fail: it is read as English. */
export const localeOf = (language: string): string => {
  try {
    return new Intl.Locale(language).toString()
  } catch {
    return 'en'
  }
}

/** A year as the page shows it, with its month where it has one: “May 2019” in the language of the page. */
export const monthText = (year: string | number, month: number, language: string): string =>
  month === 0 || !takesMonth(year)
    ? String(year)
    : new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(Number(year), month - 1),
      )
