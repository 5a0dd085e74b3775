import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { StaleVersion } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import {
  defaultSpamRules,
  type SpamRules,
  type SpamRulesPatch,
  spamRulesPatch,
  spamRulesSchema,
  spamSignalNames,
} from '../../../model/inbox/spam-rules.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { readMeta, writeMeta } from '../../db/meta.ts'
import { journaled } from '../../journal/record-change.ts'

const key = 'spam rules'

/** Rules as stored and journaled: one number for each name, so that each can be undone alone. */
export type FlatRules = Record<string, number>

export interface VersionedRules {
  version: number
  rules: SpamRules
}

const { threshold, points } = spamRulesSchema.shape
/** Stored rules for today's signals. Missing and invalid values take their defaults. */
const lenientRules = z.object({
  threshold: threshold.catch(defaultSpamRules.threshold),
  ...Object.fromEntries(spamSignalNames.map((name) => [name, points.shape[name].catch(defaultSpamRules.points[name])])),
})

export const flat = ({ threshold, points }: SpamRules): FlatRules => ({ threshold, ...points })

export const readRules = async (reader: Reader): Promise<VersionedRules> => {
  const value = await readMeta(reader, key)
  const { version, rules } = value
    ? (JSON.parse(value) as { version: number; rules: FlatRules | null })
    : { version: 0, rules: null }
  const { threshold, ...points } = lenientRules.parse(rules ?? {})
  return { version, rules: { threshold, points: points as SpamRules['points'] } }
}

/** Writes the rules over version `replaced`; null restores the defaults. */
export const writeRules = (trx: Trx, rules: FlatRules | null, replaced: number): Promise<void> =>
  writeMeta(trx, key, JSON.stringify({ version: replaced + 1, rules }))

/** Changes some rules. Throws `Invalid` with a sentence for each invalid one, and `StaleVersion`. */
export const updateRules = (
  database: Database,
  patch: SpamRulesPatch,
  options: { by: string; version?: number | undefined },
): Promise<VersionedRules> => {
  const { threshold, points } = parse(spamRulesPatch, patch)
  return journaled(database, async (trx, record) => {
    const { version, rules: present } = await readRules(trx)
    if (options.version !== undefined && options.version !== version)
      throw new StaleVersion('set of rules', { version, ...present })
    const rules: SpamRules = {
      threshold: threshold ?? present.threshold,
      points: { ...present.points, ...(points as Partial<SpamRules['points']>) },
    }
    if (isDeepStrictEqual(rules, present)) return { version, rules }
    const [before, after] = [flat(present), flat(rules)]
    await writeRules(trx, after, version)
    await record({ by: options.by, action: 'update', collection: 'spam-rules', before, after, hidden: true })
    return { version: version + 1, rules }
  })
}
