// Of a sentence, also inside quotes.
const isWhole = (text: string) => /[.!?…。！？؟][”’»"')\]]?$/u.test(text)

/** The start of a text that goes on, with an ellipsis unless it ends with a sentence. */
export const withEllipsis = (start: string): string => {
  const cut = start.trimEnd()
  return isWhole(cut) ? cut : `${cut.replace(/[,;:–—-]$/, '').trimEnd()}…`
}

/**
 * A text of at most so many characters, cut after a word with an ellipsis, which counts. A cut at the end of a sentence needs none.
 */
export const cutText = (text: string, most: number): string => {
  const characters = [...text]
  if (characters.length <= most) return text
  const start = characters.slice(0, most - 1).join('')
  // Not every script has spaces. A word that ends here is not cut.
  const space = characters[most - 1] === ' ' ? start.length : start.lastIndexOf(' ')
  return withEllipsis(space > start.length / 2 ? start.slice(0, space) : start)
}
