/** A request target's path, and its query with the question mark. No path when the target is none that a page can have. */
export const splitTarget = (target: string): { path: string | undefined; query: string } => {
  let relative = target
  if (!target.startsWith('/')) {
    // The absolute form, as proxies send it (RFC 9112, 3.2.2).
    const url = URL.parse(target)
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { path: undefined, query: '' }
    relative = url.pathname + url.search
  }
  const end = relative.search(/[?#]/)
  return end < 0 ? { path: relative, query: '' } : { path: relative.slice(0, end), query: relative.slice(end) }
}

/** The address of a page: its path, and of the query the number of a further page. Other queries change no page. */
export const pageAddress = (path: string, query: string): string => {
  const number = /[?&]page=(\d{1,5})(?:&|$)/.exec(query)?.[1]
  return number === undefined ? path : `${path}?page=${number}`
}

const slash = '/'.charCodeAt(0)

/**
 * The path as the site spells it: lower case, no slash at the end, no needless escapes. Unchanged when it is too long to mean one of
 * the site's paths, the longest of which has `longest` characters: an escape takes at most three for each.
 */
export const canonicalPath = (path: string, longest: number): string => {
  let end = path.length
  // A regular expression would start again at each slash of a path full of them.
  while (end > 1 && path.charCodeAt(end - 1) === slash) end -= 1
  if (end > longest * 3) return path
  let plain = path.slice(0, end)
  try {
    plain = encodeURI(decodeURI(plain))
  } catch {}
  return plain.toLowerCase()
}

/** The URL with the query that was asked for, such as `?from=news`, before its fragment. */
export const withQuery = (url: string, query: string): string => {
  const [path = '', fragment] = url.split('#', 2)
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
