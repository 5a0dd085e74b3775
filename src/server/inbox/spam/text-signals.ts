import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSign } from '../../../model/inbox/spam-signals.ts'
import { letterSigns } from './character-signals.ts'
import { disguiseSigns, undisguised } from './disguise-signals.ts'
import { addressSigns } from './email-signals.ts'
import { linkSigns } from './link-signals.ts'
import { linksIn } from './links.ts'
import { plainText, spacedWords } from './plain-text.ts'
import { topicSigns } from './topic-signals.ts'

/** The form takes less; a bound here keeps the time short whoever asks. */
const longest = 8000

const named = (text: string) =>
  text.replace(/[$€£](?=\s?\d)|(?<=\d\s?)[$€£]/g, (sign) => ({ $: ' dollars ', '€': ' euros ' })[sign] ?? ' pounds ')

/** What a message's own text says of it. Asks nobody and remembers nothing. */
export const textSigns = (message: MessageInput): SpamSign[] => {
  const bounded = { ...message, message: message.message.slice(0, longest) }
  const topic = topicSigns(spacedWords(named(undisguised(plainText(bounded.message)))))
  // What is offered more than once over, with a link to it.
  const lure = topic.some(({ amount }) => amount >= 0.7) && linksIn(bounded.message).links.length > 0
  return [
    ...linkSigns(bounded),
    ...topic,
    ...(lure ? [{ name: 'lure' as const, amount: 1 }] : []),
    ...disguiseSigns(`${bounded.user_name}\n${bounded.message}`),
    ...letterSigns(bounded),
    ...addressSigns(bounded),
  ]
}
