/** Paths of the admin app: signing in, the own account, and all below `/admin`. */
export const appPath = /^\/(?:login(?:\/(?:forgot|reset))?|register|account|admin(?:\/.*)?)$/

/** Target of `?next=` after signing in: a path of this site, or `/`. */
export const nextPath = (next: string | null | undefined): string => {
  // Two slashes, or a slash and a backslash, begin another host's URL.
  if (!next || !/^\/(?![/\\])[^\s\\\u0000-\u001f\u007f]*$/.test(next)) return '/'
  const url = URL.parse(next, 'http://this.invalid')
  // Parsing removes dots between slashes; the rest may begin with two slashes.
  return url && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
