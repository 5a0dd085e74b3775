import { NotFound, StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import { conflict, reverted } from './reverted.ts'
import type { Undoing, Undone } from './undoing.ts'

/** What the journal keeps of a medium: what its owner can change. None of it while it is in the trash. */
export interface MediumState {
  alt: string
  focus_x: number
  focus_y: number
}

/** Takes a change of a medium back; its bytes stay, whatever is undone. */
export const undoMedium = async (
  trx: Trx,
  { entry: id, before, after }: Undoing<MediumState> & { entry: string },
): Promise<Undone> => {
  const row = await trx
    .selectFrom('media')
    .select(['alt', 'focus_x', 'focus_y', 'version', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('picture', id)
  const { version, deleted_at, ...state } = row
  const current: MediumState | null = deleted_at === null ? state : null
  const target = reverted(before, after, current)
  if (target === conflict) throw new StaleVersion('picture', current)
  const now = new Date().toISOString()
  await trx
    .updateTable('media')
    .set({ ...target, deleted_at: target === null ? now : null, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  return { before: current, after: target }
}
