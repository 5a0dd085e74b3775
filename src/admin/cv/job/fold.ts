/** Letters that do not come apart into a plain one and a mark. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ى: 'ي',
  ة: 'ه',
}

/**
 * A text without what spelling varies in: case, accents, Arabic vowel marks. The marks of kana stay, since with another mark it is
 * another sound.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßøłıæœđðþىة]/g, (letter) => plain[letter] ?? letter)

/** A folded word in the singular, as far as its end tells. Equal words stay equal; that is all it has to do. */
const singular = (word: string): string => {
  if (!/^[a-z]{4,}$/.test(word) || /(?:ss|us|sis)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** An Arabic word without its article, and the conjunction or preposition that is written with it. */
const withoutArticle = (word: string): string => {
  const [article = ''] = /^(?:[وفبك]?ال|لل)(?=[\u0621-\u064a]{3})/.exec(word) ?? []
  return word.slice(article.length)
}

/** Form of a word in which it is compared: `Web-APIs` is `webapi`, `Node.js` is `nodejs`, `.NET` is `dotnet`. */
export const keyOf = (word: string): string => {
  const bare = folded(word)
    .replace(/^\.(?=net\b)/, 'dot')
    .replace(/[^\p{L}\p{N}+#]/gu, '')
  return singular(withoutArticle(bare))
}
