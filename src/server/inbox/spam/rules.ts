import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import { type SpamRules, type SpamRulesPatch, spamRulesPatch } from '../../../model/inbox/spam-rules.ts'
import type { Database } from '../../db/database.ts'
import { journaled } from '../../journal/record-change.ts'
import { flat, readRules, readRulesLeniently, writeRules } from './rules-store.ts'

export interface VersionedRules {
  version: number
  rules: SpamRules
}

export interface SpamRulesStore {
  get(): Promise<VersionedRules>
  /** Changes some rules. Throws `Invalid` with a sentence for each that is wrong, and `StaleVersion`. */
  update(patch: SpamRulesPatch, options: { by: string; version?: number | undefined }): Promise<VersionedRules>
}

export const createSpamRules = (database: Database): SpamRulesStore => ({
  get: async () => {
    const { stored, version } = await readRules(database.kysely)
    return { version, rules: readRulesLeniently(stored) }
  },

  update: (patch, { by, version }) => {
    const { threshold, points } = parse(spamRulesPatch, patch)
    return journaled(database, async (trx, record) => {
      const row = await readRules(trx)
      const present = readRulesLeniently(row.stored)
      if (version !== undefined && version !== row.version)
        throw new StaleVersion('set of rules', { version: row.version, ...present })
      const rules: SpamRules = {
        threshold: threshold ?? present.threshold,
        points: { ...present.points, ...(points as Partial<SpamRules['points']>) },
      }
      if (isDeepStrictEqual(rules, present)) return { version: row.version, rules }
      await writeRules(trx, flat(rules), row.version)
      await record({ by, action: 'update', collection: 'spam-rules', before: flat(present), after: flat(rules) })
      return { version: row.version + 1, rules }
    })
  },
})
