import type { MessageInput } from '../../model/message.ts'
import type { SpamSign } from '../../model/spam-signs.ts'
import { addressSigns } from './address-signs.ts'
import { disguiseSigns } from './disguise-signs.ts'
import { letterSigns } from './letter-signs.ts'
import { linkSigns } from './link-signs.ts'
import { plainText, spacedWords } from './plain-text.ts'
import { topicSigns } from './topic-signs.ts'

/** The form takes less; a bound here keeps the time short whoever asks. */
const longest = 20_000

/** What a message's own text says of it. Asks nobody and remembers nothing. */
export const textSigns = (message: MessageInput): SpamSign[] => {
  const bounded = { ...message, message: message.message.slice(0, longest) }
  return [
    ...linkSigns(bounded),
    ...topicSigns(spacedWords(plainText(bounded.message))),
    ...disguiseSigns(`${bounded.user_name}\n${bounded.message}`),
    ...letterSigns(bounded),
    ...addressSigns(bounded),
  ]
}
