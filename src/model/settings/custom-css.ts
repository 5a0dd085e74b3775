import { type Field, fields } from '../fields/fields.ts'
import type { z } from '../zod.ts'

export const mostCssBytes = 32 * 1024

const field = fields.code({
  label: 'Own CSS',
  max: mostCssBytes,
  required: false,
  help: 'For the pages of the site, after their theme. It loads nothing: no url(), @import or @font-face.',
})

// Characters have several bytes in some languages.
const fits = (css: string) => new TextEncoder().encode(css).length <= mostCssBytes
const bounded = (schema: z.ZodType<string>) => schema.refine(fits, 'Own CSS may have at most 32 kB.')

/** The owner's CSS as it was typed. The page shows it once `checkCss` has nothing against it. */
export const customCssField: Field<string> = {
  ...field,
  schema: bounded(field.schema),
  draft: bounded(field.draft),
}
