const longest = 60

/** An address as it is read and typed: `mira.example/tides` for `https://mira.example/tides/`; the host alone of a long one, empty for none. */
export const linkText = (url: string): string => {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return ''
  const { host } = new URL(url)
  const text = url.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return text.length <= longest ? text : host
}
