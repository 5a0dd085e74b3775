import { StaleVersion } from '../../../model/errors.ts'
import type { Reverter } from '../../journal/revert.ts'
import { conflict, reverted } from '../../journal/reverted.ts'
import { type FlatRules, flat, readRules, readRulesLeniently, writeRules } from './rules-store.ts'

/** Undoes a change of the spam rules, rule by rule. */
export const spamRulesReverter: Reverter<FlatRules> = {
  revert: async (trx, { before, after }) => {
    const { stored, version } = await readRules(trx)
    const present = flat(readRulesLeniently(stored))
    const target = reverted(before, after, present)
    if (target === conflict) throw new StaleVersion('set of rules', present)
    await writeRules(trx, target as FlatRules | null, version)
    return { before: present, after: target }
  },
}
