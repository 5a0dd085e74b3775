/** Whether a browser shows the answer to its user as a page: a link, or a form sent without script. */
export const wantsPage = (headers: Headers): boolean => {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return (headers.get('accept') ?? '').toLowerCase().startsWith('text/html')
}
