/** How a cut is marked in somebody else’s words. */
const cut = '[…]'

const joining = /[\p{L}\p{N}\p{M}]/u
// Written without spaces between words.
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** True where a text may be cut: not within a word. */
const isBetweenWords = (text: string, at: number): boolean => {
  const [before, after] = [text.slice(0, at).at(-1) ?? '', text.charAt(at)]
  return !joining.test(before) || !joining.test(after) || spaceless.test(before + after)
}

/** True when `part` is `whole`, or what is left of it when whole words were cut and `[…]` marks each cut. Nothing is added or moved. */
export const isShortened = (whole: string, part: string): boolean => {
  if (part === whole) return true
  const pieces = part.split(cut).map((piece) => piece.trim())
  if (pieces.length === 1 || pieces.every((piece) => piece === '')) return false
  let from = 0
  for (const [index, piece] of pieces.entries()) {
    if (piece === '') continue
    const isLast = index === pieces.length - 1
    let at = index === 0 ? 0 : isLast ? whole.length - piece.length : whole.indexOf(piece, from)
    const fits = () => isBetweenWords(whole, at) && isBetweenWords(whole, at + piece.length)
    // The first place that fits leaves the most for the pieces behind it.
    while (at >= from && !fits() && index > 0 && !isLast) at = whole.indexOf(piece, at + 1)
    if (at < from || !whole.startsWith(piece, at) || !fits()) return false
    from = at + piece.length
  }
  return true
}
