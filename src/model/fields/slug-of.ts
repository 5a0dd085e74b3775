import { withPlainLetters } from '../text-rules.ts'

/** Slug of a title: “Café Ørsted & Co.” becomes `cafe-orsted-co`. Empty when the title has no Latin letter or digit. */
export const slugOf = (title: string, max = 80): string =>
  withPlainLetters(title.toLowerCase())
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-|-$/g, '')
