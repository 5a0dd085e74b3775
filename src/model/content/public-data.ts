import { filledBlocks } from '../blocks/blocks-field.ts'
import type { Fields } from '../fields/fields.ts'

type Data = Readonly<Record<string, unknown>>

/** The part of an entry that visitors may see: without private fields, and empty where the owner hides a field. */
export const publicData = (fields: Fields, data: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const field = fields[name]
      if (field?.private) return []
      return [[name, field?.shownBy !== undefined && data[field.shownBy] === false ? field.empty : value]]
    }),
  )

/** What the page has of an entry: its public data, without blocks that nobody has filled in. The preview counts those, too. */
export const pageData = (fields: Fields, data: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(publicData(fields, data)).map(([name, value]) => [
      name,
      fields[name]?.kind === 'blocks' ? filledBlocks(value) : value,
    ]),
  )
