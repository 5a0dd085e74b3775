import { blocksField } from '../../model/blocks/blocks-field.ts'
import { setNewerAside } from '../../model/blocks/newer-blocks.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { Field, FieldKind } from '../../model/fields/fields.ts'

const { draft: draftBlocks } = blocksField({ label: 'Blocks' })

type Values = Readonly<Record<string, unknown>>

const isLines = (value: unknown) => Array.isArray(value) && value.every((line) => typeof line === 'string')

/** Whatever is typed into these can be shown. */
const free: Partial<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  textarea: (value) => typeof value === 'string',
  markdown: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string',
  list: isLines,
  // Of a block, the page shows what there is.
  blocks: (value) => draftBlocks.safeParse(setNewerAside(value).value).success,
}

const showable = (field: Field<unknown>, value: unknown, hasMedia: (id: string) => boolean): boolean => {
  const isFree = free[field.kind]
  if (isFree) return isFree(value)
  if (field.kind === 'image' || field.kind === 'video')
    return value === null || (typeof value === 'string' && hasMedia(value))
  return field.schema.safeParse(value).success
}

/**
 * The values of a form as the page can show them: what it could not show (half a URL, a number out of bounds, an image that is
 * still being fetched) is what it last was. What visitors may not see stays out, as on the page.
 */
export const shownEntry = (
  { fields }: Pick<Collection, 'fields'>,
  values: Values,
  last: Values,
  hasMedia: (id: string) => boolean,
): Record<string, unknown> =>
  publicData(
    fields,
    Object.fromEntries(
      Object.entries(fields as Record<string, Field<unknown>>).map(([name, field]) => [
        name,
        showable(field, values[name], hasMedia) ? values[name] : Object.hasOwn(last, name) ? last[name] : field.empty,
      ]),
    ),
  )
