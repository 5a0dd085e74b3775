import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import { scriptOf, senderToken, tokensOf } from './tokens.ts'
import { readCounts, type WordCounts } from './word-counts.ts'
import { wordSignals } from './word-signals.ts'

const senderSignals = (counts: WordCounts, token: string): SpamSignal[] => {
  const { spam = 0, wanted = 0 } = counts.get(token) ?? {}
  if (wanted > spam) return [{ name: 'known', amount: 1 }]
  return spam > wanted ? [{ name: 'spam-sender', amount: 1 }] : []
}

/** Signals learned from the owner's labels. */
export const learnedSignals = async (reader: Reader, message: MessageInput): Promise<SpamSignal[]> => {
  const tokens = tokensOf(message)
  const counts = await readCounts(reader, tokens)
  const sender = senderToken(message.user_email)
  // The sender has a signal of its own.
  const words = tokens.filter((token) => token !== sender)
  return [...wordSignals(words, counts, scriptOf(message.message)), ...senderSignals(counts, sender)]
}
