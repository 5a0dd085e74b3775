import { useState } from 'react'
import { changeWithToast } from '../history/toast-change.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { forgetMedia, media, usesOf } from './media-api.ts'

export type MediaAct = 'remove' | 'restore' | 'erase'

/** The noun with its number: `1 item`, `3 items`. */
export const counted = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

/** Actions on several media items, each one change in History and one undo, except deletion for good. */
export const useMediaBulk = () => {
  const [busy, setBusy] = useState<MediaAct>()
  const run = async <T>(act: MediaAct, work: () => Promise<T>): Promise<T> => {
    setBusy(act)
    try {
      return await work()
    } finally {
      setBusy(undefined)
    }
  }
  const change = (act: 'remove' | 'restore', ids: readonly string[], done: string, failed: string) =>
    run(act, () =>
      changeWithToast(() => media[`${act}All`](ids), {
        done: `${counted(ids.length)} ${done}`,
        failed,
        forget: forgetMedia,
      }),
    )
  return {
    busy,
    /** Each resolves to false when it failed; the selection is kept then. */
    remove: (ids: readonly string[]) => change('remove', ids, 'deleted', 'Not deleted'),
    restore: (ids: readonly string[]) => change('restore', ids, 'restored', 'Not restored'),
    erase: (ids: readonly string[]) =>
      run('erase', async () => {
        try {
          const { erased } = await media.erase(ids)
          toast(`${counted(erased)} deleted for good`)
          return true
        } catch (error) {
          toastError(error, 'Nothing was deleted')
          return false
        } finally {
          await forgetMedia()
        }
      }),
    /** Number of them that are used. Unknown counts as used. */
    countUsed: (ids: readonly string[]) =>
      run('remove', () =>
        Promise.all(ids.map(async (id) => (await usesOf(id)).length > 0)).then(
          (all) => all.filter(Boolean).length,
          () => ids.length,
        ),
      ),
  }
}
