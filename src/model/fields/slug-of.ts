// Letters that Unicode does not decompose, and the sigma at the end of a word.
const spelled = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }),
)

/** A text in lower case with plain letters for those that have no accent to take off, such as ø and ß. */
export const spelledOut = (text: string): string =>
  text.replace(/[ßæøœłđðþıς]/g, (letter) => spelled.get(letter) ?? letter)

/** Slug of a title: “Café Ørsted & Co.” becomes `cafe-orsted-co`. Empty when the title has no Latin letter or digit. */
export const slugOf = (title: string, max = 80): string =>
  spelledOut(title.toLowerCase())
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-|-$/g, '')
