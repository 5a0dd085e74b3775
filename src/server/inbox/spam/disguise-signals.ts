import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { disguisedWords } from './phrases.ts'
import { mixesScripts, plainText } from './plain-text.ts'

const known = new Set(disguisedWords)
const digits: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

// Unseen characters between Latin letters; in Persian, in Indic scripts and in emoji they belong where they stand.
const unseen = /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u180e]+[a-z]/giu
const turned = /[\u202d\u202e]/gu
// Letters of the mathematicians, and wide ones, which only Chinese, Japanese and Korean texts have.
const fancy = /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9]{3,}/gu
const wide = /[\uff21-\uff3a\uff41-\uff5a]{3,}/gu
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const heaped = /[a-z]\p{M}{3,}/giu
const stretched = /\p{L}\u0640\p{L}/gu
const spelled = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,60}(?![\p{L}\p{N}])/gu
const withSigns = /[a-z0-9@$!]{4,20}/gi

const joined = (one: string): string | undefined => {
  const word = plainText(one).replace(/[^\p{L}]/gu, '')
  return word.length >= 6 || known.has(word) ? word : undefined
}

/** The word that one with digits and signals in it stands for; undefined when it is not one of those that are disguised. */
const spelledOut = (one: string): string | undefined => {
  if (!/[a-z]/i.test(one) || !/[0-9@$!]/.test(one.slice(0, -1))) return undefined
  const word = [...one.toLowerCase()].map((signal) => digits[signal] ?? signal).join('')
  return ['i', 'l'].map((letter) => word.replaceAll('1', letter)).find((candidate) => known.has(candidate))
}

/** The text with words put together that stand letter by letter, and letters for the signals that stand for them. */
export const undisguised = (text: string): string =>
  text.replace(spelled, (one) => joined(one) ?? one).replace(withSigns, (one) => spelledOut(one) ?? one)

/** Words whose letters are other than they look, or stand apart, so that a filter shall not find them. */
export const disguiseSignals = (text: string): SpamSignal[] => {
  const whole = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([one]) => one)
  const drawnOut = whole(stretched)
  const found = [
    // Not shorter: “µm” and “Ωm” are units.
    ...(text.match(/[\p{L}\p{M}]{4,}/gu) ?? []).filter(mixesScripts),
    ...whole(unseen),
    ...whole(turned).map(() => 'text that runs backwards'),
    ...whole(fancy),
    ...(asian.test(text) ? [] : whole(wide)),
    ...whole(heaped),
    // One or two are somebody's taste.
    ...(drawnOut.length > 2 ? drawnOut : []),
    ...whole(spelled).flatMap((one) => joined(one) ?? []),
    ...whole(withSigns).filter((one) => spelledOut(one) !== undefined),
  ]
  if (found.length === 0) return []
  const detail = `“${plainText(found[0] ?? '').slice(0, 40)}”`
  return [{ name: 'disguised', amount: Math.min(1, 0.5 + 0.25 * found.length), detail }]
}
