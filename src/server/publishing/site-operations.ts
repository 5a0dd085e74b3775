import { z } from 'zod'
import type { Aliases } from '../../model/content/aliases.ts'
import { collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { answerName } from '../../model/inbox/answers.ts'
import { messageSchema } from '../../model/inbox/message.ts'
import { publicSettingsSchema } from '../../model/settings/settings.ts'
import { themeSchema } from '../../model/themes/theme.ts'
import type { Operation } from '../endpoint/endpoint.ts'

interface Described {
  fields: Fields
  aliases?: Aliases
  optional?: { fields: readonly string[] }
}

const publicFields = ({ fields, aliases, optional }: Described) => ({
  ...Object.fromEntries(Object.entries(aliases ?? {}).map(([name, { schema }]) => [name, schema])),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { private: hidden, schema, shownBy, empty }]) => {
      if (hidden) return []
      // A value that the owner hides is empty here, and so may be one of what came through a link.
      const mayBeEmpty = shownBy !== undefined || optional?.fields.includes(name)
      return [[name, mayBeEmpty ? z.union([schema, z.literal(empty as string | null)]) : schema]]
    }),
  ),
})

const published = (collection: Collection) =>
  z.array(z.object({ id: z.string(), order: z.int(), ...publicFields(collection) }))

export const contentOperation: Operation = {
  summary: 'The published content, whole, as the page sees it',
  answer: z.object({
    version: z.int(),
    settings: publicSettingsSchema,
    ...Object.fromEntries(collectionNames.map((name) => [name, published(collections[name] as unknown as Collection)])),
    media: z.record(z.string(), z.unknown()).describe('The images that the entries name, by id.'),
    videos: z.record(z.string(), z.unknown()).exactOptional().describe('The videos that the entries name, by id.'),
    theme: themeSchema.exactOptional().describe('The theme of the page, where it is none of Vitrine.'),
    selection: z
      .boolean()
      .exactOptional()
      .describe('True when the owner declined a testimonial that came through a link.'),
    redirects: z
      .array(z.object({ collection: z.string(), from: z.string(), to: z.string() }))
      .exactOptional()
      .describe('Slugs under which entries were published before.'),
    times: z
      .object({ entries: z.record(z.string(), z.iso.datetime()), settings: z.iso.datetime() })
      .exactOptional()
      .describe('When each entry, by id, and the settings were published as they are.'),
  }),
}

export const messageOperation: Operation = {
  summary: 'Sends a message; with the same Idempotency-Key it is stored once',
  body: messageSchema,
  status: 201,
  answer: z.object({
    id: z.string(),
    questions: z
      .string()
      .exactOptional()
      .describe('Path at which the owner’s questions stand and take answers, once, for an hour; where there are any.'),
  }),
  others: ['SeeOther'],
}

export const answersOperation: Operation = {
  summary: 'Adds answers to a message; its form stands at the same address',
  body: z.object(
    Object.fromEntries(Array.from({ length: 4 }, (_, at) => [answerName(at), z.string().exactOptional()])),
  ),
  status: 201,
  answer: z.object({ message: z.string().describe('A thank-you in the language of the site.') }),
  others: ['SeeOther', 'NotFound'],
}

export const openapiOperation: Operation = {
  summary: 'This description',
  answer: z.record(z.string(), z.unknown()),
}
