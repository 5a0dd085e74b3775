import { NotFound, StaleVersion } from '../../model/errors.ts'
import { conflict, type Reverter, reverted } from '../journal/revert.ts'
import { findMediaItem, type Media, writeMediaItem } from './media.ts'
import { type MediaItemState, mediaItemStateOf } from './media-row.ts'

/** Undoes a change. An image whose upload is undone is neither in use nor in the trash. */
export const mediaReverter = ({ regenerate }: Pick<Media, 'regenerate'>): Reverter<MediaItemState> => ({
  prepare: async ({ before }) => {
    if (before?.deleted_at === null) await regenerate(before.rendition)
  },

  revert: async (trx, { entry, before, after }) => {
    const id = entry ?? ''
    const row = await findMediaItem(trx, id)
    if (!row) throw new NotFound('image', id)
    const current = mediaItemStateOf(row)
    const target = current?.deleted_at === after?.deleted_at ? reverted(before, after, current) : conflict
    if (target === conflict) throw new StaleVersion('image', current)
    const now = new Date().toISOString()
    const fields = target ? { ...target, withdrawn_at: null } : { deleted_at: row.deleted_at ?? now, withdrawn_at: now }
    return { before: current, after: mediaItemStateOf(await writeMediaItem(trx, row, fields, now)) }
  },
})
