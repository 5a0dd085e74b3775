import type { Delivery } from '../../model/inbox/delivery.ts'
import { fullTime, shortTime } from '../ui/times.ts'

export interface DeliveryState {
  tone: 'sent' | 'waiting' | 'failed'
  sentence: string
}

const kindNames: Record<string, string> = {
  notice: 'Email to you',
  digest: 'Digest to you',
  acknowledgement: 'Acknowledgement',
  reply: 'Reply',
}

const describe = (answer: string | null) => {
  const words = answer?.trim().replace(/\s+/g, ' ')
  return words ? ` ${/[.!?)]$/.test(words) ? words : `${words}.`}` : ''
}
const unknownOutcome = (unknownOutcomes: number) =>
  unknownOutcomes > 0 ? ' It may have arrived already, or twice.' : ''

export const deliverySentence = (delivery: Delivery): DeliveryState => {
  const { kind, state, tries, unknownOutcomes, dueAt, sentAt, answer } = delivery
  const name = kindNames[kind] ?? 'Email'
  if (state === 'sent')
    return {
      tone: 'sent',
      sentence: `${name} sent${sentAt ? ` ${fullTime(sentAt)}` : ''}.${unknownOutcome(unknownOutcomes)}`,
    }
  if (state === 'failed')
    return {
      tone: 'failed',
      sentence: `${name} not sent:${describe(answer) || ' it was given up.'}${unknownOutcome(unknownOutcomes)}`,
    }
  if (state === 'sending' || (state === 'queued' && tries === 0))
    return { tone: 'waiting', sentence: `${name} on its way.` }
  if (state === 'queued')
    return {
      tone: 'waiting',
      sentence: `${name} not sent yet:${describe(answer) || ' no answer.'} Tried again ${shortTime(dueAt)}.${unknownOutcome(unknownOutcomes)}`,
    }
  return { tone: 'waiting', sentence: `${name} waits for the daily digest.` }
}
