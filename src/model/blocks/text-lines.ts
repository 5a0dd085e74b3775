const row = /^([:`~])\1{2,}/

/** Lines of a text, read from the first to the last. Whatever the text is, all questions together take nearly linear time. */
export interface TextLines {
  readonly lines: readonly string[]
  /** Index of the next line behind `at` that is this row of one character; -1 without one. `at` never becomes less. */
  next(row: string, at: number): number
  /** Index of the next row of the character that this line begins with, as long as there or longer; -1 without one. */
  nextFence(at: number): number
  /** Characters of the lines from one index to before another, with the line ends between them. */
  lengthOf(from: number, to: number): number
}

export const textLines = (text: string): TextLines => {
  const lines = text.split('\n')
  // Indexes of rows of colons by what stands in their line, the last one first.
  const rows = new Map<string, number[]>()
  const fences = new Int32Array(lines.length).fill(-1)
  // Fences behind the line: the nearest one last, and only those that no nearer one is longer than.
  const nearest: Record<string, { length: number; at: number }[]> = { '`': [], '~': [] }
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  for (let n = lines.length - 1; n >= 0; n--) {
    const line = lines[n] ?? ''
    const [found = ''] = row.exec(line) ?? []
    const { length } = found
    const left = nearest[found.charAt(0)]
    if (left) {
      let [low, high] = [0, left.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((left[middle]?.length ?? 0) < length) high = middle
        else low = middle + 1
      }
      fences[n] = left[low - 1]?.at ?? -1
      // Spaces may follow a fence, and not a row of colons.
      if (line.trimEnd() === found) left.splice(low, left.length, { length, at: n })
    }
    if (left || found === '' || line !== found) continue
    const known = rows.get(found)
    if (known) known.push(n)
    else rows.set(found, [n])
  }
  return {
    lines,
    next: (wanted, at) => {
      const left = rows.get(wanted) ?? []
      while ((left.at(-1) ?? at + 1) <= at) left.pop()
      return left.at(-1) ?? -1
    },
    nextFence: (at) => fences[at] ?? -1,
    lengthOf: (from, to) => Math.max(0, (starts[to] ?? 0) - (starts[from] ?? 0) - 1),
  }
}
