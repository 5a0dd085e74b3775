const hrefOf = (url: string, base: string): string | undefined => URL.parse(url, base)?.href.replace(/\/$/, '')

/** True when two links lead to one address: one into this site may be written whole, and a slash at the end makes no difference. */
export const isSameLink = (here: unknown, given: unknown, publicUrl: string): boolean => {
  if (typeof here !== 'string' || typeof given !== 'string' || here === '' || !/^https?:/i.test(given)) return false
  const href = hrefOf(given, `${publicUrl}/`)
  return href !== undefined && href === hrefOf(here, `${publicUrl}/`)
}
