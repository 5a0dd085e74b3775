interface SignalDefinition {
  /** Label in the list of rules. */
  label: string
  /** Reason shown with a message; `detail` is the evidence. */
  sentence: (detail: string) => string
  /** Points of the full signal. Negative points speak for the message. */
  points: number
}

const found = (sentence: string) => (detail: string) => (detail ? `${sentence}: ${detail}.` : `${sentence}.`)

/** Signals for and against spam. Stored messages refer to them by name, so names must not change. */
export const spamSignals = {
  honeypot: {
    label: 'The hidden field is filled in',
    sentence: () => 'It filled in the field that people do not see.',
    points: 150,
  },
  'too-quick': {
    label: 'Sent too quickly',
    sentence: found('It was sent faster than anyone can write'),
    points: 150,
  },
  unproven: {
    label: 'No proof of work',
    sentence: () => 'It has no proof of work: sent by a program, or by a browser without JavaScript.',
    points: 30,
  },
  'false-proof': {
    label: 'A false proof of work',
    sentence: found('Its proof of work is invalid'),
    points: 70,
  },
  crowd: {
    label: 'Sent above the limits, without proof',
    sentence: () => 'It has no proof of work and was sent while there were too many messages.',
    points: 150,
  },
  links: { label: 'Many links', sentence: found('It has many links'), points: 60 },
  'short-link': {
    label: 'Shortened links',
    sentence: found('It hides the target of a link'),
    points: 50,
  },
  'only-links': {
    label: 'Hardly more than links',
    sentence: () => 'It has hardly any words besides its links.',
    points: 70,
  },
  markup: {
    label: 'Link markup',
    sentence: () => 'It has link markup as programs write it, with [url] or <a href>.',
    points: 70,
  },
  'name-link': {
    label: 'A link as a name',
    sentence: () => 'Its sender’s name is a URL.',
    points: 80,
  },
  topic: { label: 'Phrases of unwanted offers', sentence: found('It has phrases of unwanted offers'), points: 110 },
  lure: { label: 'An unwanted offer with a link', sentence: () => 'It links to its offer.', points: 25 },
  'cheap-link': {
    label: 'A link to a cheap domain',
    sentence: found('It links to a domain that is common in spam'),
    points: 20,
  },
  duplicate: {
    label: 'Same text from other senders',
    sentence: (detail) => `Nearly the same text was sent lately by ${detail || 'others'}.`,
    points: 70,
  },
  'known-spam': {
    label: 'Similar to spam',
    sentence: () => 'It is nearly the same as a message that you marked as spam.',
    points: 120,
  },
  'like-held': {
    label: 'Similar to a quarantined message',
    sentence: () => 'It is nearly the same as a quarantined message.',
    points: 60,
  },
  disguised: {
    label: 'Disguised words',
    sentence: found('It disguises words from filters'),
    points: 80,
  },
  shouting: { label: 'Capitals throughout', sentence: () => 'It is written in capitals.', points: 20 },
  noise: { label: 'Strings of symbols', sentence: found('It has strings of symbols'), points: 20 },
  gibberish: { label: 'Random letters', sentence: found('It has random letters'), points: 70 },
  disposable: {
    label: 'Disposable email address',
    sentence: found('Its email address is from a disposable email provider'),
    points: 40,
  },
  'odd-address': { label: 'Unusual email address', sentence: found('Its email address is unusual'), points: 30 },
  words: {
    label: 'Words of your spam',
    sentence: found('It has words of messages that you marked as spam'),
    // Below the threshold: learned words alone never quarantine a message.
    points: 90,
  },
  'wanted-words': {
    label: 'Words of your other messages',
    sentence: found('It has words of messages that you marked as not spam'),
    points: -40,
  },
  'spam-sender': {
    label: 'Sender of spam',
    sentence: () => 'You marked an earlier message from this address as spam.',
    points: 60,
  },
  known: {
    label: 'Known sender',
    sentence: () => 'You marked an earlier message from this address as not spam.',
    points: -60,
  },
} as const satisfies Record<string, SignalDefinition>

export type SpamSignalName = keyof typeof spamSignals
export const spamSignalNames = Object.keys(spamSignals) as SpamSignalName[]

/** A signal that was found in a message. */
export interface SpamSignal {
  name: SpamSignalName
  /** Strength, 0 to 1: the share of the signal's points. */
  amount: number
  /** Evidence, in a few words. */
  detail?: string
}
