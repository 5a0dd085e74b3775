/** Prefix of our cookies' names: with `__Host-`, no other host and no sub-path can set or see them. */
export const cookiePrefix = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine'

const has = (header: string, beginning: string) =>
  header.split(';').some((pair) => pair.trimStart().startsWith(beginning))

/** True when this Cookie header holds any cookie that signing in set. */
export const carriesOurCookie = (header: string, publicUrl: string): boolean =>
  has(header, `${cookiePrefix(publicUrl)}.`)

/** True when this Cookie header may carry a session. */
export const carriesSession = (header: string, publicUrl: string): boolean =>
  has(header, `${cookiePrefix(publicUrl)}.session_token=`)

/** The value of the session's cookie in a Cookie or a Set-Cookie header; undefined for none and for one that is taken away. */
export const sessionCookieIn = (header: string, publicUrl: string): string | undefined => {
  const beginning = `${cookiePrefix(publicUrl)}.session_token=`
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(beginning))
  return pair?.slice(beginning.length) || undefined
}
