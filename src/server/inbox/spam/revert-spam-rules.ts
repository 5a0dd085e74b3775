import { StaleVersion } from '../../../model/errors.ts'
import type { Trx } from '../../db/database.ts'
import type { Reverted, RevertRequest } from '../../journal/revert.ts'
import { conflict, reverted } from '../../journal/reverted.ts'
import { type FlatRules, flat, readRules, readRulesLeniently, writeRules } from './rules-store.ts'

/** Undoes a change of the spam rules, rule by rule. */
export const revertSpamRules = async (trx: Trx, { before, after }: RevertRequest<FlatRules>): Promise<Reverted> => {
  const { stored, version } = await readRules(trx)
  const present = flat(readRulesLeniently(stored))
  const target = reverted(before, after, present)
  if (target === conflict) throw new StaleVersion('set of rules', present)
  await writeRules(trx, target as FlatRules | null, version)
  return { before: present, after: target }
}
