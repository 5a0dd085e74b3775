import type { MessageInput } from '../../model/message.ts'
import type { SpamSign } from '../../model/spam-signs.ts'
import type { Reader } from '../db/database.ts'
import type { Arrival } from '../spam.ts'
import { arrivalSigns } from './arrival-signs.ts'
import { learnedSigns } from './learned-signs.ts'
import { likenessSigns } from './likeness.ts'
import type { ProofState } from './proof.ts'
import { textSigns } from './text-signs.ts'

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
