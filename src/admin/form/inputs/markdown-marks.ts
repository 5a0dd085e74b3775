export interface Selected {
  text: string
  start: number
  end: number
}

export const around = ({ text, start, end }: Selected, mark: string): Selected => {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const inner = text.slice(start, end)
  if (before.endsWith(mark) && after.startsWith(mark)) {
    return {
      text: before.slice(0, -mark.length) + inner + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  }
  return { text: before + mark + inner + mark + after, start: start + mark.length, end: end + mark.length }
}

export const linked = ({ text, start, end }: Selected): Selected => {
  const inner = text.slice(start, end) || 'link'
  const urlStart = start + inner.length + 3
  return { text: `${text.slice(0, start)}[${inner}](https://)${text.slice(end)}`, start: urlStart, end: urlStart + 8 }
}

/** Prefixes each selected line with the mark, or removes it when all lines have it. */
export const lined = ({ text, start, end }: Selected, mark: string): Selected => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  const written = lines.map((line) => (all ? line.slice(mark.length) : `${mark}${line}`)).join('\n')
  return { text: text.slice(0, from) + written + text.slice(to), start: from, end: from + written.length }
}
