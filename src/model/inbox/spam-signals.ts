interface SignalDefinition {
  /** In the list of rules. */
  label: string
  /** Why a message looks like spam, or not; `detail` is what was found. */
  sentence: (detail: string) => string
  /** What it counts for when it is there in full. Below zero it speaks for the message. */
  points: number
}

const found = (sentence: string) => (detail: string) => (detail ? `${sentence}: ${detail}.` : `${sentence}.`)

/** What may speak for or against a message. A stored message names them, so that a name once used stays. */
export const spamSignals = {
  honeypot: {
    label: 'The hidden field is filled in',
    sentence: () => 'It filled in the field that people do not see.',
    points: 150,
  },
  'too-quick': {
    label: 'Sent too quickly',
    sentence: found('It was sent quicker than anyone writes'),
    points: 150,
  },
  unproven: {
    label: 'No proof of work',
    sentence: () => 'It came without proof of work, as from a program or a browser without JavaScript.',
    points: 30,
  },
  'false-proof': {
    label: 'A false proof of work',
    sentence: found('Its proof of work does not hold'),
    points: 70,
  },
  crowd: {
    label: 'Sent above the limits, without proof',
    sentence: () => 'It came without proof of work while too many messages were coming in.',
    points: 150,
  },
  links: { label: 'Many links', sentence: found('It has many links'), points: 60 },
  'short-link': {
    label: 'Shortened links',
    sentence: found('It hides where a link leads'),
    points: 50,
  },
  'only-links': {
    label: 'Hardly more than links',
    sentence: () => 'There is hardly a word besides its links.',
    points: 70,
  },
  markup: {
    label: 'Link markup',
    sentence: () => 'Its links are written as programs write them, with [url] or <a href>.',
    points: 70,
  },
  'name-link': {
    label: 'A link as a name',
    sentence: () => 'Its sender has an address of the web for a name.',
    points: 80,
  },
  topic: { label: 'Words of unasked offers', sentence: found('It speaks as unasked offers do'), points: 110 },
  lure: { label: 'Such an offer, with a link', sentence: () => 'It gives a link to what it offers.', points: 25 },
  'cheap-link': {
    label: 'A link to a cheap domain',
    sentence: found('It leads to a domain of a kind that spam likes'),
    points: 20,
  },
  duplicate: {
    label: 'The same text from others',
    sentence: (detail) => `Nearly the same text came lately from ${detail || 'others'}.`,
    points: 70,
  },
  'known-spam': {
    label: 'Like what you called spam',
    sentence: () => 'It is much the same as a message that you called spam.',
    points: 120,
  },
  'like-held': {
    label: 'Like what was held',
    sentence: () => 'It is much the same as a message that is held.',
    points: 60,
  },
  disguised: {
    label: 'Disguised letters',
    sentence: found('It disguises words, so that filters miss them'),
    points: 80,
  },
  shouting: { label: 'Capitals throughout', sentence: () => 'It is written in capitals.', points: 20 },
  noise: { label: 'Strings of signals', sentence: found('It has strings of signals'), points: 20 },
  gibberish: { label: 'Letters at random', sentence: found('It has letters at random'), points: 70 },
  disposable: {
    label: 'A throw-away address',
    sentence: found('Its address is of a provider of throw-away ones'),
    points: 40,
  },
  'odd-address': { label: 'An odd e-mail address', sentence: found('Its address is odd'), points: 30 },
  words: {
    label: 'Words you called spam',
    sentence: found('Its words are those of messages that you called spam'),
    // Less than the threshold: nobody can teach the filter to hold a message for its words alone.
    points: 90,
  },
  'wanted-words': {
    label: 'Words you wanted',
    sentence: found('Its words are those of messages that you wanted'),
    points: -40,
  },
  'spam-sender': {
    label: 'A sender you called spam',
    sentence: () => 'You called an earlier message from this address spam.',
    points: 60,
  },
  known: {
    label: 'A sender you know',
    sentence: () => 'You wanted an earlier message from this address.',
    points: -60,
  },
} as const satisfies Record<string, SignalDefinition>

export type SpamSignalName = keyof typeof spamSignals
export const spamSignalNames = Object.keys(spamSignals) as SpamSignalName[]

/** A signal that was found in a message. */
export interface SpamSignal {
  name: SpamSignalName
  /** How much of it there is: 1 is all, and counts for the signal's points. */
  amount: number
  /** What was found, in a few words. */
  detail?: string
}
