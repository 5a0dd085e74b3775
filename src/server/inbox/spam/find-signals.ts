import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSign } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import { arrivalSigns } from './arrival-signals.ts'
import { learnedSigns } from './learned-signals.ts'
import { likenessSigns } from './likeness.ts'
import type { ProofState } from './proof-of-work.ts'
import type { Arrival } from './spam-filter.ts'
import { textSigns } from './text-signals.ts'

/** All that speaks for or against a message that has just come. */
export const findSigns = async (
  reader: Reader,
  message: MessageInput,
  arrival: Arrival,
  proof: ProofState,
): Promise<SpamSign[]> => {
  const [learned, likeness] = await Promise.all([learnedSigns(reader, message), likenessSigns(reader, message)])
  return [...arrivalSigns(arrival, proof), ...textSigns(message), ...likeness, ...learned]
}
