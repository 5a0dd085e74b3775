import { killWhileSending } from '../../tests/contract/mail-kills.ts'
import type { Check } from '../check.ts'
import { atLeast, atMost, none } from '../support/figures.ts'

/** A process that dies while it takes and sends messages. */
export const mailKills: Check = {
  name: 'mail-kills',
  kind: 'fault',
  promise:
    'The process is killed repeatedly while it sends: every acknowledged message is stored and delivered at least once, hardly any twice, and then with the same Message-ID.',
  run: async ({ folder, random, times }) => {
    const messages = times(1000, 160)
    const end = await killWhileSending({ dataDir: folder, messages, kills: times(50, 8), random })
    return [
      atLeast('acknowledged messages', end.acknowledged, messages),
      none('lost', end.lost),
      none('undelivered', end.undelivered),
      atMost('delivered twice', end.doubled.length, messages / 100),
      none('with a Message-ID that is no delivery’s', end.unknown),
    ]
  },
}
