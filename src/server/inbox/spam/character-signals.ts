import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { linksIn } from './links.ts'

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

const isShouting = (text: string) => {
  const capitals = count(text, /\p{Lu}/gu)
  return capitals > 20 && capitals > 3 * count(text, /\p{Ll}/gu)
}

// An emoji made of several counts once.
const emoji = /\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|(?<=\u200d)\p{Extended_Pictographic})*/gu

const noiseIn = (text: string): string | undefined => {
  if (count(text, /[!?]{3,}|\${2,}|€{2,}|★{2,}|={6,}/gu) >= 2) return '!!!'
  return count(text, emoji) >= 6 ? 'many emoji' : undefined
}

/** A Latin word that nobody would have spelled: capitals all over it, or hardly a vowel in many letters. */
const isGibberish = (word: string): boolean => {
  if (word.length < 10 || word.length > 60 || !/^[a-z]+$/i.test(word)) return false
  return count(word, /[a-z][A-Z]/g) / word.length > 0.21 || count(word, /[aeiouy]/gi) / word.length < 0.13
}

/** Signals in the way a message is written: capitals, symbols, random letters. */
export const characterSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isShouting(message)) signals.push({ name: 'shouting', amount: 1 })
  const noise = noiseIn(message)
  if (noise) signals.push({ name: 'noise', amount: 1, detail: noise })
  const words = linksIn(message).rest.split(/[^\p{L}\p{N}@.]+/u, 2000)
  const random = [...name.split(/\s+/, 20), ...words].find(isGibberish)
  const isNothingElse = words.filter((word) => word !== '').every(isGibberish)
  if (random) signals.push({ name: 'gibberish', amount: isNothingElse ? 1.5 : 1, detail: random.slice(0, 30) })
  return signals
}
