/** True when a browser shows the answer as a page: after a link, or a form sent without script. */
export const wantsPage = (headers: Headers): boolean => {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return (headers.get('accept') ?? '').toLowerCase().startsWith('text/html')
}
