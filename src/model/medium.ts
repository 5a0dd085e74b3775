import { z } from 'zod'
import type { Picture } from './media.ts'

/** A picture as the owner sees it. */
export interface Medium extends Picture {
  /** The uploaded file's name; only a reminder. */
  name: string
  /** The uploaded file's type, as its content says. */
  type: string
  /** The largest variant that every browser shows. */
  url: string
  /** Grows with every change; a write names the version it was based on. */
  version: number
  createdAt: string
  updatedAt: string
  /** When it was moved to the trash. */
  deletedAt: string | null
}

export const altLimit = 300

const alt = z
  .string('The description must be text.')
  .trim()
  .max(altLimit, `The description may have at most ${altLimit} characters.`)
  .refine((value) => !/[\u0000-\u001f\u007f]/.test(value), 'The description contains characters that cannot be shown.')

const share = z.number('The focal point must lie in the picture.').min(0).max(1)

/** What may be said of a picture when it is uploaded. */
export const mediumInput = z.strictObject({ alt: alt.default('') })

/** What may be changed of a picture; its pixels never are. */
export const mediumPatch = z.strictObject({
  alt: alt.optional(),
  focus: z.strictObject({ x: share, y: share }).optional(),
})

export type MediumPatch = z.infer<typeof mediumPatch>
