import type { SpamSignal } from '../../../model/inbox/spam-rules.ts'
import { disguisedWords } from './phrases.ts'
import { mixesScripts, plainText } from './plain-text.ts'

const known = new Set(disguisedWords)
const letterOf: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const fullWidth = /[\uff21-\uff3a\uff41-\uff5a]{3,}/gu
const stretched = /\p{L}\u0640\p{L}/gu
const spacedOut = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,60}(?![\p{L}\p{N}])/gu
const withSymbols = /[a-z0-9@$!]{4,20}/gi
const alwaysDisguised = [
  // Invisible characters between Latin letters. Persian, Indic scripts and emoji need them.
  /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u180e]+[a-z]/giu,
  // Mathematical letters.
  /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9]{3,}/gu,
  // Piled-up diacritics.
  /[a-z]\p{M}{3,}/giu,
]

/** Word behind spaced-out letters; undefined for initials and the like. */
const joined = (text: string): string | undefined => {
  const word = plainText(text).replace(/[^\p{L}]/gu, '')
  return word.length >= 6 || known.has(word) ? word : undefined
}

/** Word behind digits and symbols ("v1agra"); undefined for a word that is not disguised. */
const spelledOut = (text: string): string | undefined => {
  if (!/[a-z]/i.test(text) || !/[0-9@$!]/.test(text.slice(0, -1))) return undefined
  const word = [...text.toLowerCase()].map((symbol) => letterOf[symbol] ?? symbol).join('')
  return ['i', 'l'].map((letter) => word.replaceAll('1', letter)).find((candidate) => known.has(candidate))
}

/** Text with spaced-out words joined and symbols replaced by the letters that they stand for. */
export const undisguised = (text: string): string =>
  text.replace(spacedOut, (one) => joined(one) ?? one).replace(withSymbols, (one) => spelledOut(one) ?? one)

/** Signals for words that are disguised from filters: look-alike letters, symbols, spaced-out letters. */
export const disguiseSignals = (text: string): SpamSignal[] => {
  const matches = (pattern: RegExp): string[] => text.match(pattern) ?? []
  const stretches = matches(stretched)
  const found = [
    // Not shorter: “µm” and “Ωm” are units.
    ...matches(/[\p{L}\p{M}]{4,}/gu).filter(mixesScripts),
    ...alwaysDisguised.flatMap(matches),
    ...matches(/[\u202d\u202e]/gu).map(() => 'text that runs backwards'),
    // Usual in Chinese, Japanese and Korean.
    ...(asian.test(text) ? [] : matches(fullWidth)),
    // One or two may be a matter of style.
    ...(stretches.length > 2 ? stretches : []),
    ...matches(spacedOut).flatMap((one) => joined(one) ?? []),
    ...matches(withSymbols).filter((one) => spelledOut(one) !== undefined),
  ]
  if (found.length === 0) return []
  const detail = `“${plainText(found[0] ?? '').slice(0, 40)}”`
  return [{ name: 'disguised', amount: Math.min(1, 0.5 + 0.25 * found.length), detail }]
}
