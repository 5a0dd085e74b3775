import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { linksIn } from './links.ts'

const shouting = (text: string) => {
  const large = text.match(/\p{Lu}/gu)?.length ?? 0
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  return large > 20 && large > 3 * small
}

const strings = (text: string): string | undefined => {
  if ((text.match(/[!?]{3,}|\${2,}|€{2,}|★{2,}|={6,}/gu)?.length ?? 0) >= 2) return '!!!'
  // One that is made of several is one.
  const images =
    text.match(
      /\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|(?<=\u200d)\p{Extended_Pictographic})*/gu,
    )?.length ?? 0
  return images >= 6 ? 'many images' : undefined
}

/** A Latin word that nobody would have spelled: large letters all over it, or hardly a vowel in many letters. */
const isGibberish = (word: string): boolean => {
  if (word.length < 10 || word.length > 60 || !/^[a-z]+$/i.test(word)) return false
  const jumps = word.match(/[a-z][A-Z]/g)?.length ?? 0
  const vowels = word.match(/[aeiouy]/gi)?.length ?? 0
  return jumps / word.length > 0.21 || vowels / word.length < 0.13
}

/** Signals in the way a message is written: capitals, symbols, random letters. */
export const characterSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (shouting(message)) signals.push({ name: 'shouting', amount: 1 })
  const noise = strings(message)
  if (noise) signals.push({ name: 'noise', amount: 1, detail: noise })
  const words = linksIn(message).rest.split(/[^\p{L}\p{N}@.]+/u, 2000)
  const random = [...name.split(/\s+/, 20), ...words].find(isGibberish)
  const nothingElse = words.filter((word) => word !== '').every(isGibberish)
  if (random) signals.push({ name: 'gibberish', amount: nothingElse ? 1.5 : 1, detail: random.slice(0, 30) })
  return signals
}
