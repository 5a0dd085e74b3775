import { useState } from 'react'
import type { MediaItem, MediaItemPatch } from '../../model/media/media-item.ts'
import { asApiError } from '../api/api-error.ts'
import { toastChange } from '../history/toast-change.ts'
import { forgetMedia, media } from './media-api.ts'

/** Saves a patch of an item and closes its dialog; a problem is that of its description or of another part. */
export const useMediaSave = (item: MediaItem, close: () => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ alt?: string; other?: string }>({})
  const save = async (patch: MediaItemPatch, done: string) => {
    if (Object.keys(patch).length === 0) return close()
    setBusy(true)
    try {
      await media.update(item.id, patch, item.version)
      void toastChange(done)
      void forgetMedia()
      close()
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(fields.alt ? { alt: fields.alt } : { other: fields.crop ?? message })
    } finally {
      setBusy(false)
    }
  }
  return { save, busy, problem }
}
