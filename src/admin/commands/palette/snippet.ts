import type { Piece } from './search-items.ts'

const around = 32

/** One folded character for each character, so that places in both texts are the same. */
const folded = (text: string): string[] =>
  [...text].map((char) => char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().charAt(0) || char)

/** The part of a text with the first of these words, which is marked; undefined when none is in it. */
export const snippetOf = (text: string, words: readonly string[]): Piece[] | undefined => {
  const chars = [...text]
  const plain = folded(text).join('')
  for (const word of words) {
    const wanted = folded(word).join('')
    const at = wanted === '' ? -1 : plain.indexOf(wanted)
    if (at < 0) continue
    const [from, to] = [Math.max(0, at - around), Math.min(chars.length, at + wanted.length + around)]
    const piece = (start: number, end: number) => chars.slice(start, end).join('').replace(/\s+/g, ' ')
    return [
      { text: `${from > 0 ? '…' : ''}${piece(from, at)}`, matched: false },
      { text: piece(at, at + wanted.length), matched: true },
      { text: `${piece(at + wanted.length, to)}${to < chars.length ? '…' : ''}`, matched: false },
    ].filter(({ text: part }) => part !== '')
  }
  return undefined
}
