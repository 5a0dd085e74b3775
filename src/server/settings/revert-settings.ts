import { StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Reverted, RevertRequest } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import { readSettings, writeSettings } from './settings-row.ts'

/** Takes a change of the settings back, setting by setting. */
export const revertSettings = async (
  trx: Trx,
  { before, after }: RevertRequest<Record<string, unknown>>,
): Promise<Reverted> => {
  const { stored, version } = await readSettings(trx)
  const target = reverted(before, after, stored)
  if (target === conflict) throw new StaleVersion('setting', stored)
  await writeSettings(trx, target, version)
  return { before: stored, after: target }
}
