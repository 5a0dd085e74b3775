import { Gone } from '../../model/errors.ts'
import { findRow } from '../content/entry-row.ts'
import type { Reverter } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import {
  assertFewOpen,
  findShareLink,
  journaledState,
  type ShareLinkState,
  shareLinkStateOf,
  writeShareLink,
} from './share-link-row.ts'

/** Ends a link that was made, or lets one that was ended work again until its time is over. */
export const shareLinkReverter: Reverter<ShareLinkState> = {
  revert: async (trx, { entry: link, before, after }) => {
    const id = link ?? ''
    const row = await findShareLink(trx, id)
    const present = row ? shareLinkStateOf(row) : null
    const [was, is] = [before && journaledState(before), after && journaledState(after)]
    const target = reverted(was, is, present)
    if (target === conflict) throw new Gone('This link has ended in the meantime.')
    if (target) {
      const entry = await findRow(trx, target.collection, target.entry)
      const now = Date.now()
      if (!present && Date.parse(target.expiresAt) > now) await assertFewOpen(trx, now)
      if (!entry) throw new Gone('What it showed was deleted for good. The link cannot be brought back.')
    }
    await writeShareLink(trx, id, target)
    return { before: present, after: target, hidden: true }
  },
}
