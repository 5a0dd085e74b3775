import { z } from '../zod.ts'

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

interface Bounds {
  min: number
  max: number
}

/** Bounds of the threshold and of each signal's points. */
export const spamRuleBounds = { threshold: { min: 10, max: 1000 }, points: { min: -300, max: 300 } }

const whole = ({ min, max }: Bounds) =>
  z.int('Give whole points.').min(min, `Give ${min} points at least.`).max(max, `Give at most ${max} points.`)

const points = whole(spamRuleBounds.points)

/** Points of each signal, and the threshold from which a message is quarantined. */
export const spamRulesSchema = z.strictObject({
  threshold: whole(spamRuleBounds.threshold),
  points: z.strictObject(
    Object.fromEntries(spamSignalNames.map((name) => [name, points])) as Record<SpamSignalName, typeof points>,
  ),
})

export type SpamRules = z.infer<typeof spamRulesSchema>

/** Changes to some rules. */
export const spamRulesPatch = z.strictObject({
  threshold: spamRulesSchema.shape.threshold.optional(),
  points: spamRulesSchema.shape.points.partial().optional(),
})
export type SpamRulesPatch = z.infer<typeof spamRulesPatch>

/** Rules of a new site. */
export const defaultSpamRules: SpamRules = {
  threshold: 100,
  points: Object.fromEntries(spamSignalNames.map((name) => [name, spamSignals[name].points])) as SpamRules['points'],
}

/** A signal with its points. */
interface WeighedSignal extends SpamSignal {
  weight: number
}

/** Result of the spam filter for a message. */
export interface SpamScore {
  score: number
  /** True if the message is quarantined as spam. */
  isQuarantined: boolean
  signals: WeighedSignal[]
}

/** Reason for or against spam, as the owner reads it. */
export const spamReasonSchema = z.object({ name: z.enum(spamSignalNames), points: z.int(), sentence: z.string() })
export type SpamReason = z.infer<typeof spamReasonSchema>

const pointsOf = ({ weight, amount }: WeighedSignal) => Math.round(weight * amount)

/** Score of these signals under these rules. */
export const scoreSignals = (found: readonly SpamSignal[], { points, threshold }: SpamRules): SpamScore => {
  const signals = found.map((signal) => ({ ...signal, weight: points[signal.name] }))
  const score = signals.reduce((sum, signal) => sum + pointsOf(signal), 0)
  return { score, isQuarantined: score >= threshold, signals }
}

/** Reasons by weight, heaviest first, without those of 0 points. */
export const spamReasons = (signals: readonly WeighedSignal[]): SpamReason[] =>
  signals
    .map((signal) => ({
      name: signal.name,
      points: pointsOf(signal),
      sentence: `${spamSignals[signal.name].reason}${signal.detail ? `: ${signal.detail}` : ''}.`,
    }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))

/** Signals of a stored message, without those that no longer exist. */
export const readSignals = (stored: string): WeighedSignal[] =>
  (JSON.parse(stored) as WeighedSignal[]).filter(({ name }) => Object.hasOwn(spamSignals, name))
