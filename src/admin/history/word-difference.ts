export interface Piece {
  text: string
  kind: 'same' | 'removed' | 'added'
}

const maxWords = 1200

export const wordDifference = (before: string, after: string): Piece[] => {
  const a = before.match(/\s+|[^\s]+/g) ?? []
  const b = after.match(/\s+|[^\s]+/g) ?? []
  const pieces: Piece[] = []
  const add = (text: string, kind: Piece['kind']) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text !== '') pieces.push({ text, kind })
  }
  if (a.length + b.length > maxWords) {
    add(before, 'removed')
    add(after, 'added')
    return pieces
  }
  // Longest common subsequence, computed from the end and read from the start.
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      add(left, 'same')
      i += 1
      j += 1
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      add(left ?? '', 'removed')
      i += 1
    } else {
      add(right, 'added')
      j += 1
    }
  }
  return pieces
}
