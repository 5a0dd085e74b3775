import { type SpamSignalName, spamSignalNames } from '../../../model/inbox/spam-signals.ts'

const named: [title: string, names: SpamSignalName[]][] = [
  ['Sending', ['honeypot', 'too-quick', 'unproven', 'false-proof', 'crowd']],
  ['Your labels', ['words', 'known-spam', 'spam-sender', 'wanted-words', 'known']],
  ['Text', ['topic', 'lure', 'disguised', 'gibberish', 'shouting', 'noise']],
  ['Links', ['links', 'only-links', 'short-link', 'cheap-link', 'markup']],
  ['Sender', ['duplicate', 'like-held', 'disposable', 'odd-address', 'name-link']],
]
const grouped = new Set(named.flatMap(([, names]) => names))
const others = spamSignalNames.filter((name) => !grouped.has(name))

export const signalGroups: [title: string, names: SpamSignalName[]][] = [
  ...named,
  ...(others.length > 0 ? [['Others', others] as [string, SpamSignalName[]]] : []),
]
