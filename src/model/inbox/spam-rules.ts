import { z } from '../zod.ts'
import { type SpamSignal, type SpamSignalName, spamSignalNames, spamSignals } from './spam-signals.ts'

const [most, least] = [300, -300]

const points = z
  .int('Give whole points.')
  .min(least, `Give ${least} points at least.`)
  .max(most, `Give at most ${most} points.`)

/** Points of each signal, and the threshold from which a message is quarantined. */
export const spamRulesSchema = z.strictObject({
  threshold: z.int('Give whole points.').min(10, 'Give 10 points at least.').max(1000, 'Give at most 1000 points.'),
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
export interface WeighedSignal extends SpamSignal {
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
