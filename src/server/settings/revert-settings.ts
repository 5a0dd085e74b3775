import { StaleVersion } from '../../model/errors.ts'
import type { Reverter } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import { assertNotPages } from './category-addresses.ts'
import { draftIn, isHidden, liveIn, readSettings, type SettingsState, writeSettings } from './settings-row.ts'

/** Throws `StaleVersion` when the same settings have been changed again. */
const stateFrom = (
  before: SettingsState | null,
  after: SettingsState | null,
  stored: SettingsState | null,
): SettingsState | null => {
  const stale = () => new StaleVersion('setting', draftIn(stored))
  if (!before || !after || !stored) {
    const target = reverted(before, after, stored)
    if (target === conflict) throw stale()
    return target
  }
  const draft = reverted(before.draft, after.draft, stored.draft)
  const published = reverted(before.published, after.published, stored.published)
  if (draft === conflict || published === conflict) throw stale()
  const time = reverted(before.publishedAt, after.publishedAt, stored.publishedAt)
  const known = reverted(before.former ?? [], after.former ?? [], stored.former ?? [])
  const former = known === conflict ? stored.former : known
  return {
    draft,
    published,
    publishedAt: time === conflict ? stored.publishedAt : time,
    ...(former && former.length > 0 ? { former } : {}),
  }
}

export const settingsReverter: Reverter<SettingsState> = {
  revert: async (trx, { before, after }) => {
    const { stored, version } = await readSettings(trx)
    const target = stateFrom(before, after, stored)
    await assertNotPages(trx, liveIn(target).categories, liveIn(stored).categories)
    await writeSettings(trx, target, version)
    return { before: stored, after: target, hidden: isHidden(stored, target) }
  },
}
