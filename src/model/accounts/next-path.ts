/** Target of `?next=` after signing in: a path of this site, or `/`. */
export const nextPath = (next: string | null | undefined): string => {
  // Two slashes, or a backslash that browsers read as one, would begin another host's address.
  if (!next || !/^\/(?![/\\])[^\s\\\u0000-\u001f\u007f]*$/.test(next)) return '/'
  const url = URL.parse(next, 'http://this.invalid')
  // Dots between slashes vanish here, and what is left may begin with two again.
  return url && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
