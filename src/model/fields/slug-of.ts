// Letters that Unicode does not decompose.
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Slug of a title: “Café Ørsted & Co.” becomes `cafe-orsted-co`. Empty when the title has no Latin letter or digit. */
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
