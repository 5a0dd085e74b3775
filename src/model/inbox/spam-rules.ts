import { z } from '../zod.ts'
import { type SpamSign, type SpamSignName, spamSignNames, spamSigns } from './spam-signals.ts'

const [most, least] = [300, -300]

const points = z
  .int('Give whole points.')
  .min(least, `Give ${least} points at least.`)
  .max(most, `Give at most ${most} points.`)

/** What each sign counts for, and from how many points on a message is held. */
export const spamRulesSchema = z.strictObject({
  threshold: z.int('Give whole points.').min(10, 'Give 10 points at least.').max(1000, 'Give at most 1000 points.'),
  points: z.strictObject(
    Object.fromEntries(spamSignNames.map((name) => [name, points])) as Record<SpamSignName, typeof points>,
  ),
})

export type SpamRules = z.infer<typeof spamRulesSchema>

/** Some rules anew. */
export const spamRulesPatch = z.strictObject({
  threshold: spamRulesSchema.shape.threshold.optional(),
  points: spamRulesSchema.shape.points.partial().optional(),
})
export type SpamRulesPatch = z.infer<typeof spamRulesPatch>

/** As they are on a new site. */
export const firstSpamRules: SpamRules = {
  threshold: 100,
  points: Object.fromEntries(spamSignNames.map((name) => [name, spamSigns[name].points])) as SpamRules['points'],
}

/** A sign with what it counts for in full. */
export interface WeighedSign extends SpamSign {
  weight: number
}

/** What was found out of a message. */
export interface SpamJudgement {
  score: number
  /** Whether it is kept apart, as spam. */
  held: boolean
  signs: WeighedSign[]
}

/** Why a message is held or not, as the owner reads it. */
export interface SpamReason {
  name: SpamSignName
  points: number
  sentence: string
}

const pointsOf = ({ weight, amount }: WeighedSign) => Math.round(weight * amount)

/** What these signs come to under these rules. */
export const judgement = (found: readonly SpamSign[], { points, threshold }: SpamRules): SpamJudgement => {
  const signs = found.map((sign) => ({ ...sign, weight: points[sign.name] }))
  const score = signs.reduce((sum, sign) => sum + pointsOf(sign), 0)
  return { score, held: score >= threshold, signs }
}

/** The heaviest first; what counts for nothing is left out. */
export const spamReasons = (signs: readonly WeighedSign[]): SpamReason[] =>
  signs
    .map((sign) => ({
      name: sign.name,
      points: pointsOf(sign),
      sentence: spamSigns[sign.name].sentence(sign.detail ?? ''),
    }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))

/** The signs of a stored message; what is none by now is left out. */
export const readSigns = (stored: string): WeighedSign[] =>
  (JSON.parse(stored) as WeighedSign[]).filter(({ name }) => Object.hasOwn(spamSigns, name))
