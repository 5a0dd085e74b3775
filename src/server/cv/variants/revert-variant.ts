import { StaleVersion } from '../../../model/errors.ts'
import type { Reverter } from '../../journal/revert.ts'
import { conflict, reverted } from '../../journal/reverted.ts'
import { assertFew, assertNameFree } from './variant-checks.ts'
import { type CvVariantState, findVariant, stateOf, writeVariant } from './variant-row.ts'
import { variantNoun } from './variants.ts'

/** Undoes a change of a variant, field by field. What is undone brings its link back, too. */
export const cvVariantReverter: Reverter<CvVariantState> = {
  revert: async (trx, { entry, before, after }) => {
    const id = entry ?? ''
    const stored = await findVariant(trx, id)
    const present = stored ? stateOf(stored) : null
    const target = reverted(before, after, present)
    if (target === conflict) throw new StaleVersion(variantNoun, present)
    if (target) {
      if (!stored) await assertFew(trx)
      await assertNameFree(trx, id, target.name)
    }
    await writeVariant(trx, id, target, stored)
    return { before: present, after: target }
  },
}
