/** Prefix of our cookies' names: with `__Host-`, no other host and no sub-path can set or see them. */
export const cookiePrefix = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine'

/** Name of the cookie that shows a session. */
export const sessionCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`

/** Name of the cookie that shows a known device. With a hyphen, unlike those of a session: this one does not tell who is signed in. */
export const deviceCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}-device`

/** Values of the cookies of this name in a Cookie or a Set-Cookie header, as they were sent. */
export const cookieValues = (header: string, name: string): string[] =>
  header.split(';').flatMap((part) => {
    const pair = part.trim()
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []
  })

/** True when this Cookie header holds any cookie that signing in set. */
export const carriesOurCookie = (header: string, publicUrl: string): boolean =>
  header.split(';').some((pair) => pair.trimStart().startsWith(`${cookiePrefix(publicUrl)}.`))

/** The value of the session's cookie in a Cookie or a Set-Cookie header; empty where it is deleted, undefined without one. */
export const sessionCookieIn = (header: string, publicUrl: string): string | undefined =>
  cookieValues(header, sessionCookie(publicUrl))[0]
