import { useState } from 'react'
import { normalCrop, pointInCrop, pointInOriginal } from '../../model/media/crop.ts'
import type { MediaItem, MediaItemPatch } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'
import { sameValue } from '../form/same-value.ts'

/** Draft of an image's details. The focal point stays at its position in the original while cropping. */
export const useMediaDraft = (item: MediaItem) => {
  const [alt, setAlt] = useState(item.alt)
  const [focus, setFocus] = useState(item.focus)
  const [crop, setOwnCrop] = useState(item.crop)
  // Position in the original, kept while a crop excludes it, so that it can come back.
  const [point, setPoint] = useState(pointInOriginal(item.focus, item.crop))
  const shown = item.crop ?? { width: 1, height: 1 }
  const whole = { width: Math.round(item.width / shown.width), height: Math.round(item.height / shown.height) }
  const pending = sameValue(crop, item.crop) ? null : { crop, whole }
  const patch: MediaItemPatch = {
    ...(alt === item.alt ? {} : { alt }),
    ...(sameValue(focus, item.focus) ? {} : { focus }),
    ...(pending ? { crop } : {}),
  }
  return {
    alt,
    setAlt,
    focus,
    setFocus: (next: { x: number; y: number }) => {
      setFocus(next)
      setPoint(pointInOriginal(next, crop))
    },
    crop,
    setCrop: (next: Crop | null) => {
      const normal = normalCrop(next)
      setOwnCrop(normal)
      setFocus(pointInCrop(point, normal))
    },
    point,
    whole,
    pending,
    patch,
  }
}
