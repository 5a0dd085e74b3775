import type { SpamSign } from '../../model/spam-signs.ts'
import { disguisedWords } from './phrases.ts'
import { mixesScripts, plainText } from './plain-text.ts'

const known = new Set(disguisedWords)
const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const undigited = (word: string, one: string) =>
  [...word].map((sign) => (sign === '1' ? one : (digits[sign] ?? sign))).join('')

// Unseen characters between Latin letters; in Persian, in Indic scripts and in emoji they belong where they stand.
const unseen = /[a-z][\u200b-\u200d\u2060\u2061-\u2064\ufeff\u180e]+[a-z]/giu
const turned = /[\u202d\u202e]/gu
// Letters of the mathematicians, and wide ones, which only Chinese, Japanese and Korean texts have.
const fancy = /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9]{3,}/gu
const wide = /[\uff21-\uff3a\uff41-\uff5a]{3,}/gu
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const heaped = /[a-z]\p{M}{3,}/giu
const spelled = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,60}(?![\p{L}\p{N}])/gu

/** Words whose letters are other than they look, or stand apart, so that a filter shall not find them. */
export const disguiseSigns = (text: string): SpamSign[] => {
  const found: string[] = []
  const note = (ones: Iterable<string>) => {
    for (const one of ones) if (found.length < 20) found.push(one)
  }
  const whole = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([one]) => one)
  // Not shorter: “µm” and “Ωm” are units.
  note((text.match(/[\p{L}\p{M}]{4,}/gu) ?? []).filter(mixesScripts))
  note(whole(unseen))
  note(whole(turned).map(() => 'text that runs backwards'))
  note(whole(fancy))
  if (!asian.test(text)) note(whole(wide))
  note(whole(heaped))
  note(
    whole(spelled).filter((one) => {
      const together = plainText(one).replace(/[^\p{L}]/gu, '')
      return together.length >= 6 || known.has(together)
    }),
  )
  note(
    (text.match(/[a-z0-9@$!]{4,20}/gi) ?? []).filter((one) => {
      if (!/[a-z]/i.test(one) || !/[0-9@$!]/.test(one.slice(0, -1))) return false
      const word = one.toLowerCase()
      return known.has(undigited(word, 'i')) || known.has(undigited(word, 'l'))
    }),
  )
  if (found.length === 0) return []
  const detail = `“${plainText(found[0] ?? '').slice(0, 40)}”`
  return [{ name: 'disguised', amount: Math.min(1, 0.5 + 0.25 * found.length), detail }]
}
