/** Where `?next=` may lead after signing in: a path of this site, or `/`. */
export const nextPath = (next: string | null | undefined): string => {
  // Two slashes, or a backslash that browsers read as one, would begin another host's address.
  if (!next || !/^\/(?![/\\])[^\s\\\u0000-\u001f\u007f]*$/.test(next)) return '/'
  const url = URL.parse(next, 'http://this.invalid')
  return url?.origin === 'http://this.invalid' ? url.pathname + url.search + url.hash : '/'
}
