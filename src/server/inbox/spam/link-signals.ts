import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { cheapEnds, shorteners } from './hosts.ts'
import { linksIn } from './links.ts'

/** Usual number of links: the sender's own site and an example. */
const usual = 2

// Bounded: many unclosed < would otherwise take quadratic time.
const markup = /\[(?:url|link|img)[=\]]|<a\s[^<>]{0,200}href|\[[^[\]]{1,200}\]\(https?:/i

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Signals in a message's links. */
export const linkSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  const { links, rest } = linksIn(message)
  if (linksIn(name).links.length > 0) signals.push({ name: 'name-link', amount: 1, detail: name.slice(0, 60) })
  if (markup.test(message)) signals.push({ name: 'markup', amount: 1 })
  if (links.length > usual)
    signals.push({ name: 'links', amount: Math.min(1, (links.length - usual) / 4), detail: String(links.length) })
  const short = links.find(({ host }) => shorteners.has(host))
  if (short) signals.push({ name: 'short-link', amount: 1, detail: short.host })
  const cheap = links.find(({ host }) => cheapEnds.has(host.split('.').at(-1) ?? ''))
  if (cheap) signals.push({ name: 'cheap-link', amount: 1, detail: cheap.host.slice(0, 60) })
  if (links.length > 0 && wordsIn(rest) <= 3) signals.push({ name: 'only-links', amount: 1 })
  return signals
}
