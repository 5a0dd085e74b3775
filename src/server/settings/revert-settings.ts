import { StaleVersion } from '../../model/errors.ts'
import type { Reverter } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import { readSettings, writeSettings } from './settings-row.ts'

export const settingsReverter: Reverter<Record<string, unknown>> = {
  revert: async (trx, { before, after }) => {
    const { stored, version } = await readSettings(trx)
    const target = reverted(before, after, stored)
    if (target === conflict) throw new StaleVersion('setting', stored)
    await writeSettings(trx, target, version)
    return { before: stored, after: target }
  },
}
