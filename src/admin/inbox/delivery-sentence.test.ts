import { expect, it } from 'vitest'
import type { Delivery } from '../../model/inbox/delivery.ts'
import { deliverySentence } from './message.tsx'

const soon = new Date(2026, 4, 1, 10, 5).toISOString()
const delivery = (part: Partial<Delivery>): Delivery => ({
  ...{
    id: '1',
    message: '2',
    kind: 'notice',
    recipient: 'o@example.com',
    state: 'queued',
    tries: 0,
    unknownOutcomes: 0,
  },
  ...{ dueAt: soon, sentAt: null, answer: null },
  ...part,
})

it.each<[string, Partial<Delivery>, string, RegExp]>([
  ['one on its way', {}, 'waiting', /^Email to you on its way\.$/],
  ['one that arrived', { state: 'sent', sentAt: soon }, 'sent', /^Email to you sent .*10:05/],
  [
    'one that waits for its next try, with the reason',
    { tries: 2, answer: '451 Greylisted, come back later' },
    'waiting',
    /^Email to you not sent yet: 451 Greylisted, come back later\. Tried again /,
  ],
  [
    'one that was given up, with the reason',
    { kind: 'reply', state: 'failed', tries: 1, answer: '550 No such\n user' },
    'failed',
    /^Reply not sent: 550 No such user\.$/,
  ],
  [
    'one that may have arrived all the same',
    { state: 'failed', tries: 3, unknownOutcomes: 3, answer: 'The line was cut' },
    'failed',
    /: The line was cut\. It may have arrived already, or twice\.$/,
  ],
  ['one for the digest', { state: 'waiting' }, 'waiting', /daily digest/],
])('tells of %s', (_, part, tone, sentence) => {
  const told = deliverySentence(delivery(part))
  expect(told.tone).toBe(tone)
  expect(told.sentence).toMatch(sentence)
})
