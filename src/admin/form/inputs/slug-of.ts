// Letters that do not come apart into a plain one and a mark.
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** An address for a title: “Café Ørsted & Co.” becomes `cafe-orsted-co`. Empty when the title has no letter or digit of ours. */
export const slugOf = (title: string, max = 80): string =>
  title
    .toLowerCase()
    .replace(/[ßæøœłđðþı]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-|-$/g, '')
