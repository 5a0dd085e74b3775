import { useState } from 'react'
import { normalCrop, pointInCrop, pointInOriginal } from '../../model/media/crop.ts'
import type { MediaItem, MediaItemPatch } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is being changed of a medium; the focal point stays in the original while its part is chosen. */
export const useMediaDraft = (medium: MediaItem) => {
  const [alt, setAlt] = useState(medium.alt)
  const [focus, setFocus] = useState(medium.focus)
  const [crop, setOwnCrop] = useState(medium.crop)
  // Kept while a smaller part moves over it, so that it comes back as it was.
  const [point, setPoint] = useState(pointInOriginal(medium.focus, medium.crop))
  const shown = medium.crop ?? { width: 1, height: 1 }
  const whole = { width: Math.round(medium.width / shown.width), height: Math.round(medium.height / shown.height) }
  const pending = same(crop, medium.crop) ? null : { crop, whole }
  const patch: MediaItemPatch = {
    ...(alt === medium.alt ? {} : { alt }),
    ...(same(focus, medium.focus) ? {} : { focus }),
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
    changed: Object.keys(patch).length > 0,
  }
}
