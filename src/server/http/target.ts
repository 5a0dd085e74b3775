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

/** How the site itself would spell this path: small letters, no slash at the end, no needless escapes. */
export const canonicalPath = (path: string): string => {
  let plain = path
  try {
    plain = encodeURI(decodeURI(path))
  } catch {
    // Not decodable, so not one of ours; the look-up will say so.
  }
  return plain.toLowerCase().replace(/\/+$/, '') || '/'
}
