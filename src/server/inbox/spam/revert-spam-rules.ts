import { StaleVersion } from '../../../model/errors.ts'
import type { Reverter } from '../../journal/revert.ts'
import { conflict, reverted } from '../../journal/reverted.ts'
import { type FlatRules, flat, readRules, writeRules } from './spam-rules.ts'

/** Undoes a change of the spam rules, rule by rule. */
export const spamRulesReverter: Reverter<FlatRules> = {
  revert: async (trx, { before, after }) => {
    const { rules, version } = await readRules(trx)
    const present = flat(rules)
    const target = reverted(before, after, present)
    if (target === conflict) throw new StaleVersion('set of rules', present)
    await writeRules(trx, target as FlatRules | null, version)
    return { before: present, after: target, hidden: true }
  },
}
