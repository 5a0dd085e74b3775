/** A code that nobody has assigned, such as `en-aa-bb`, is no reason to fail: it is read as English. */
export const localeOf = (language: string): string => {
  try {
    return new Intl.Locale(language).toString()
  } catch {
    return 'en'
  }
}
