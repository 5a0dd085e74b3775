import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { cheapTlds, shorteners } from './hosts.ts'
import { linksIn } from './links.ts'

/** Usual number of links: the sender's own site and an example. */
const usualLinks = 2

// Bounded: many unclosed < would otherwise take quadratic time.
const markup = /\[(?:url|link|img)[=\]]|<a\s[^<>]{0,200}href|\[[^[\]]{1,200}\]\(https?:/i

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Signals in a message's links. */
export const linkSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  const { hosts, rest } = linksIn(message)
  if (linksIn(name).hosts.length > 0) signals.push({ name: 'name-link', amount: 1 })
  if (markup.test(message)) signals.push({ name: 'markup', amount: 1 })
  if (hosts.length > usualLinks)
    signals.push({ name: 'links', amount: Math.min(1, (hosts.length - usualLinks) / 4), detail: String(hosts.length) })
  const short = hosts.find((host) => shorteners.has(host))
  if (short) signals.push({ name: 'short-link', amount: 1, detail: short })
  const cheap = hosts.find((host) => cheapTlds.has(host.split('.').at(-1) ?? ''))
  if (cheap) signals.push({ name: 'cheap-link', amount: 1, detail: cheap.slice(0, 60) })
  if (hosts.length > 0 && wordsIn(rest) <= 3) signals.push({ name: 'only-links', amount: 1 })
  return signals
}
