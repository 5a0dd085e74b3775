import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import type { Arrival } from './arrival.ts'
import { arrivalSignals } from './arrival-signals.ts'
import { learnedSignals } from './learned-signals.ts'
import { similaritySignals } from './likeness.ts'
import type { ProofState } from './proof-of-work.ts'
import { textSignals } from './text-signals.ts'

/** All signals of a new message. */
export const findSignals = async (
  reader: Reader,
  message: MessageInput,
  arrival: Arrival,
  proof: ProofState,
): Promise<SpamSignal[]> => {
  const [learned, likeness] = await Promise.all([learnedSignals(reader, message), similaritySignals(reader, message)])
  return [...arrivalSignals(arrival, proof), ...textSignals(message), ...likeness, ...learned]
}
