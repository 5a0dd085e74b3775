import { z } from '../zod.ts'
import { type SpamSignal, type SpamSignalName, spamSignalNames, spamSignals } from './spam-signals.ts'

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
