import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSign } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import { scriptOf, senderToken, tokensOf } from './tokens.ts'
import { readCounts, type WordCounts } from './word-counts.ts'
import { wordSigns } from './word-signals.ts'

const senderSigns = (counts: WordCounts, token: string): SpamSign[] => {
  const { spam = 0, wanted = 0 } = counts.get(token) ?? {}
  if (wanted > spam) return [{ name: 'known', amount: 1 }]
  return spam > wanted ? [{ name: 'spam-sender', amount: 1 }] : []
}

/** What the owner's verdicts so far say of a message. */
export const learnedSigns = async (reader: Reader, message: MessageInput): Promise<SpamSign[]> => {
  const tokens = tokensOf(message)
  const counts = await readCounts(reader, tokens)
  const sender = senderToken(message.user_email)
  // The sender has a sign of its own.
  const words = tokens.filter((token) => token !== sender)
  return [...wordSigns(words, counts, scriptOf(message.message)), ...senderSigns(counts, sender)]
}
