/** A text and what of it is selected. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Puts the mark around the selection, or takes it away when it is there. */
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

/** Makes the selection a link; its address is selected, to be typed over. */
export const linked = ({ text, start, end }: Selected): Selected => {
  const inner = text.slice(start, end) || 'link'
  const address = start + inner.length + 3
  return { text: `${text.slice(0, start)}[${inner}](https://)${text.slice(end)}`, start: address, end: address + 8 }
}

/** Begins each selected line with the mark, or takes it away when all have it. */
export const lined = ({ text, start, end }: Selected, mark: string): Selected => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  const written = lines.map((line) => (all ? line.slice(mark.length) : `${mark}${line}`)).join('\n')
  return { text: text.slice(0, from) + written + text.slice(to), start: from, end: from + written.length }
}
