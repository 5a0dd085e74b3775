import { killWhileSending } from '../../tests/contract/mail-kills.ts'
import type { Check } from '../check.ts'
import { atLeast, atMost, none } from '../support/figures.ts'

/** A process that dies while it takes and sends messages. */
export const mailKills: Check = {
  name: 'mail-kills',
  quick: true,
  kind: 'fault',
  promise:
    'The process is killed repeatedly while it sends: every acknowledged message is stored and delivered at least once, hardly any twice, and then with the same Message-ID.',
  run: async ({ folder, random, times }) => {
    const messages = times(1000, 160)
    const kills = times(50, 8)
    const end = await killWhileSending({ dataDir: folder, messages, kills, random })
    return [
      atLeast('kills while emails were being sent', end.hits, kills / 2),
      atLeast('acknowledged messages', end.acknowledged, messages),
      none('lost', end.lost),
      none('undelivered', end.undelivered),
      // At most one for each such kill: handed over, and the outcome not yet stored.
      atMost('delivered twice', end.doubled.length, Math.min(end.hits, times(messages / 100, kills))),
      none('with a Message-ID that is no delivery’s', end.unknown),
    ]
  },
}
