import { StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Undoing, Undone } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import { readSettings, writeSettings } from './settings-row.ts'

/** Takes a change of the settings back, setting by setting. */
export const undoSettings = async (trx: Trx, { before, after }: Undoing<Record<string, unknown>>): Promise<Undone> => {
  const { stored, version } = await readSettings(trx)
  const target = reverted(before, after, stored)
  if (target === conflict) throw new StaleVersion('setting', stored)
  await writeSettings(trx, target, version)
  return { before: stored, after: target }
}
