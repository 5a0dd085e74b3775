import { z } from '../../zod.ts'
import { type Common, type Field, type FieldKind, traits } from '../field.ts'
import { idSchemas } from '../id-schemas.ts'

const idField = (kind: FieldKind, noun: string, o: Common): Field<string | null> => ({
  kind,
  ...traits(o),
  empty: null,
  ...idSchemas(noun, { ...o, awaits: kind !== 'entry' }),
})

/** The id of an item among others, which the server gives; no input shows it. */
export const id = (): Field<string> => {
  const schema = z
    .string('An id is text.')
    .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'There is no such id.')
    .max(90)
  const optional = schema.default('') as unknown as z.ZodType<string>
  return { kind: 'id', ...traits({ label: 'Id', required: false }), empty: '', schema: optional, draft: optional }
}

/** The id of an image of Media, or null; in a draft also the name of a file that is still being uploaded. */
export const image = (o: Common) => idField('image', 'an image', o)

/** The id of a video of Media, or null; in a draft also the name of a file that is still being uploaded. */
export const video = (o: Common) => idField('video', 'a video', o)

/** The id of an entry of a collection, or null. */
export const entry = (o: Common & { collection: string }): Field<string | null> => ({
  ...idField('entry', 'an entry', o),
  collection: o.collection,
})
