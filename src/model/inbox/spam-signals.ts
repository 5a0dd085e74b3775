interface SignalDefinition {
  /** Points of the full signal. Negative points speak for the message. */
  points: number
  /** Label in the list of rules. */
  label: string
  /** Reason shown with a message, without its full stop: the evidence may follow. */
  reason: string
}

const signal = (points: number, label: string, reason: string): SignalDefinition => ({ points, label, reason })

/** Signals for and against spam. Stored messages refer to them by name, so names must not change. */
export const spamSignals = {
  honeypot: signal(150, 'The hidden field is filled in', 'It filled in the field that people do not see'),
  'too-quick': signal(150, 'Sent too quickly', 'It was sent faster than anyone can write'),
  unproven: signal(
    30,
    'No proof of work',
    'It has no proof of work: sent by a program, or by a browser without JavaScript',
  ),
  'false-proof': signal(70, 'A false proof of work', 'Its proof of work is invalid'),
  crowd: signal(
    150,
    'Sent above the limits, without proof',
    'It has no proof of work and was sent while there were too many messages',
  ),
  links: signal(60, 'Many links', 'It has many links'),
  'short-link': signal(50, 'Shortened links', 'It hides the target of a link'),
  'only-links': signal(70, 'Hardly more than links', 'It has hardly any words besides its links'),
  markup: signal(70, 'Link markup', 'It has link markup as programs write it, with [url] or <a href>'),
  'name-link': signal(80, 'A link as a name', 'Its sender’s name is a URL'),
  topic: signal(110, 'Phrases of unwanted offers', 'It has phrases of unwanted offers'),
  lure: signal(25, 'An unwanted offer with a link', 'It links to its offer'),
  'cheap-link': signal(20, 'A link to a cheap domain', 'It links to a domain that is common in spam'),
  duplicate: signal(70, 'Same text from other senders', 'Nearly the same text was sent lately by others'),
  'known-spam': signal(120, 'Similar to spam', 'It is nearly the same as a message that you marked as spam'),
  'like-held': signal(60, 'Similar to a quarantined message', 'It is nearly the same as a quarantined message'),
  disguised: signal(80, 'Disguised words', 'It disguises words from filters'),
  shouting: signal(20, 'Capitals throughout', 'It is written in capitals'),
  noise: signal(20, 'Strings of symbols', 'It has strings of symbols'),
  gibberish: signal(70, 'Random letters', 'It has random letters'),
  disposable: signal(40, 'Disposable email address', 'Its email address is from a disposable email provider'),
  'odd-address': signal(30, 'Unusual email address', 'Its email address is unusual'),
  // Below the threshold: learned words alone never quarantine a message.
  words: signal(90, 'Words of your spam', 'It has words of messages that you marked as spam'),
  'wanted-words': signal(-40, 'Words of your other messages', 'It has words of messages that you marked as not spam'),
  'spam-sender': signal(60, 'Sender of spam', 'You marked an earlier message from this address as spam'),
  known: signal(-60, 'Known sender', 'You marked an earlier message from this address as not spam'),
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
