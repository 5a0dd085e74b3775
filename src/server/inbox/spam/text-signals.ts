import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { characterSignals } from './character-signals.ts'
import { disguiseSignals, undisguised } from './disguise-signals.ts'
import { emailSignals } from './email-signals.ts'
import { linkSignals } from './link-signals.ts'
import { linksIn } from './links.ts'
import { plainText, spacedWords } from './plain-text.ts'
import { topicSignals } from './topic-signals.ts'

/** The form takes less; a bound here keeps the time short for any caller. */
const maxCharacters = 8000

const currencies: Record<string, string> = { $: ' dollars ', '€': ' euros ', '£': ' pounds ' }
const withCurrencyNames = (text: string) =>
  text.replace(/[$€£](?=\s?\d)|(?<=\d\s?)[$€£]/g, (symbol) => currencies[symbol] as string)

/** Signals in a message's text. Pure: reads no database. */
export const textSignals = (message: MessageInput): SpamSignal[] => {
  const bounded = { ...message, message: message.message.slice(0, maxCharacters) }
  const topic = topicSignals(spacedWords(withCurrencyNames(undisguised(plainText(bounded.message)))))
  // A clear offer with a link to it.
  const isLure = topic.some(({ amount }) => amount >= 0.7) && linksIn(bounded.message).hosts.length > 0
  return [
    ...linkSignals(bounded),
    ...topic,
    ...(isLure ? [{ name: 'lure' as const, amount: 1 }] : []),
    ...disguiseSignals(`${bounded.user_name}\n${bounded.message}`),
    ...characterSignals(bounded),
    ...emailSignals(bounded),
  ]
}
