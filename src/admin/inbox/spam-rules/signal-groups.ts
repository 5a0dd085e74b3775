import { type SpamSignalName, spamSignalNames } from '../../../model/inbox/spam-signals.ts'

const named: [title: string, names: SpamSignalName[]][] = [
  ['How it was sent', ['honeypot', 'too-quick', 'unproven', 'false-proof', 'crowd']],
  ['What you said of others', ['words', 'known-spam', 'spam-sender', 'wanted-words', 'known']],
  ['What it says', ['topic', 'lure', 'disguised', 'gibberish', 'shouting', 'noise']],
  ['Its links', ['links', 'only-links', 'short-link', 'cheap-link', 'markup']],
  ['Who sent it', ['duplicate', 'like-held', 'disposable', 'odd-address', 'name-link']],
]
const grouped = new Set(named.flatMap(([, names]) => names))
const others = spamSignalNames.filter((name) => !grouped.has(name))

/** The signals in the order in which they are best understood; one that nobody has put anywhere comes last. */
export const signalGroups: [title: string, names: SpamSignalName[]][] = [
  ...named,
  ...(others.length > 0 ? [['Others', others] as [string, SpamSignalName[]]] : []),
]
