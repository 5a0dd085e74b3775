import { z } from 'zod'
import { type SpamSign, type SpamSignName, spamSignNames, spamSigns } from './spam-signs.ts'

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

/** As they are on a new site. */
export const firstSpamRules: SpamRules = {
  threshold: 100,
  points: Object.fromEntries(spamSignNames.map((name) => [name, spamSigns[name].points])) as SpamRules['points'],
}

/** Why a message is held or not, as the owner reads it. */
export interface SpamReason {
  name: SpamSignName
  points: number
  sentence: string
}

/** What was found out of a message. */
export interface SpamJudgement {
  score: number
  /** Whether it is kept apart, as spam. */
  held: boolean
  signs: SpamSign[]
}

const pointsOf = ({ name, amount }: SpamSign, rules: SpamRules) => Math.round(rules.points[name] * amount)

/** What these signs come to under these rules. */
export const judgement = (signs: SpamSign[], rules: SpamRules): SpamJudgement => {
  const score = signs.reduce((sum, sign) => sum + pointsOf(sign, rules), 0)
  return { score, held: score >= rules.threshold, signs }
}

/** The heaviest first; what counts for nothing is left out. */
export const spamReasons = (signs: SpamSign[], rules: SpamRules): SpamReason[] =>
  signs
    .map((sign) => ({
      name: sign.name,
      points: pointsOf(sign, rules),
      sentence: spamSigns[sign.name].sentence(sign.detail ?? ''),
    }))
    .filter((reason) => reason.points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
