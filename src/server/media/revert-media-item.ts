import { NotFound, StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Reverted, RevertRequest } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import type { MediaItemState } from './media-item-state.ts'
import { showRendition } from './renditions.ts'

/** Takes a change of a medium back. Without an upload there is no image: it is then in the trash no more than in use. */
export const revertMediaItem = async (
  trx: Trx,
  { entry: id, before, after }: RevertRequest<MediaItemState> & { entry: string },
): Promise<Reverted> => {
  const row = await trx
    .selectFrom('media')
    .select(['rendition', 'name', 'alt', 'focus_x', 'focus_y', 'created_at', 'deleted_at', 'version', 'withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('image', id)
  const { version, withdrawn_at, ...state } = row
  const current: MediaItemState | null = withdrawn_at === null ? state : null
  const target = current?.deleted_at === after?.deleted_at ? reverted(before, after, current) : conflict
  if (target === conflict) throw new StaleVersion('image', current)
  const now = new Date().toISOString()
  await trx
    .updateTable('media')
    .set({
      ...(target ?? { deleted_at: state.deleted_at ?? now }),
      withdrawn_at: target === null ? now : null,
      version: version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await showRendition(trx, id, now)
  return { before: current, after: target }
}
