interface TextPart {
  text: string
  href?: string
}

const link = /https?:\/\/[^\s<>"'`]+/g
const trailing = '.,;:!?)]}»”’'

const withoutTrailing = (text: string) => {
  let end = text.length
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const linked = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(link)) {
    const whole = withoutTrailing(found[0])
    if (!URL.canParse(whole)) continue
    if (found.index > at) parts.push({ text: text.slice(at, found.index) })
    parts.push({ text: whole, href: whole })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}
