/** URL of the exported page that a form names to return to; undefined unless it is on one of these origins. */
export const returnPage = (given: unknown, origins: readonly string[]): string | undefined => {
  const url = typeof given === 'string' && given.length <= 2000 ? URL.parse(given) : null
  return url && origins.includes(url.origin) && !url.username && !url.password ? url.href : undefined
}
