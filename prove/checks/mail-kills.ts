import path from 'node:path'
import { killWhileSending } from '../../tests/contract/mail-kills.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'

/** SIGKILL at a random moment while messages are taken and e-mails leave for a real mail server. */
export const mailKills: Check = {
  name: 'mail-kills',
  kind: 'fault',
  promise:
    'The process is killed while it takes messages and sends e-mails. Every acknowledged message is stored, of each an e-mail arrives, hardly any twice, and those with the same Message-ID.',
  run: async ({ folder, random, times }) => {
    const [messages, kills] = [times(1000, 160), times(50, 8)]
    const end = await killWhileSending({ dataDir: path.join(folder, 'data'), messages, kills, random })
    return [
      atLeast('kills while something was still to be sent', end.hits, kills / 2),
      atLeast('acknowledged messages', end.acknowledged, messages),
      none('acknowledged messages lost', end.lost),
      none('acknowledged messages without an e-mail', end.undelivered),
      none('e-mails with a Message-ID of their own', end.unknown),
      figure('e-mails that came twice', end.doubled.length, { atMost: messages / 100 }),
    ]
  },
}
