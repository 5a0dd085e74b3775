import type { Calls } from '../calls.ts'
import { collectionNames, collections } from '../content/collections.ts'
import type { Aliases, Collection } from '../content/define-collection.ts'
import type { Fields } from '../fields/fields.ts'
import { publicSettingsSchema } from '../settings/settings.ts'
import { themeSchema } from '../themes/theme.ts'
import { z } from '../zod.ts'
import type { Content } from './published-content.ts'

/** The site after a change of the journal, and what bringing it back would change now. */
const pastSiteSchema = z.object({
  change: z.int().describe('The last change of that moment.'),
  at: z.iso.datetime().describe('When it was made.'),
  version: z.int().describe('Of the content now; bringing back names it.'),
  isSame: z.boolean().describe('True when nothing would change.'),
  collections: z.array(
    z.object({
      collection: z.string(),
      back: z.int().describe('Entries that come back.'),
      away: z.int().describe('Entries that go away: they came later, or were in the trash.'),
      changed: z.int().describe('Entries that get other values, or other times of publication.'),
      inTrash: z.int().describe('Entries that change in the trash alone.'),
      reordered: z.boolean(),
    }),
  ),
  settings: z.array(z.string()).describe('Settings that get other values.'),
  lost: z.int().describe('Number of entries that were there and are deleted for good.'),
  missing: z
    .array(z.object({ collection: z.string(), title: z.string(), what: z.string(), inTrash: z.boolean() }))
    .describe('Fields, with the titles of their entries, whose file is deleted for good or in the trash of Media.'),
})
export type PastSite = z.infer<typeof pastSiteSchema> & { content: Content }

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

/** A function: who needs the types alone gets nothing of it. */
const contentSchema = () =>
  z.object({
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
  }) as unknown as z.ZodType<Content>

export const siteCalls = () =>
  ({
    'GET /api/content': { answer: contentSchema() },
    'GET /api/past-site': {
      query: z.strictObject({
        at: z.iso.datetime('Name a time such as 2026-11-22T00:00:00Z.').optional(),
        change: z.coerce.number().int().optional().describe('Instead of a time: the site after this change.'),
      }),
      answer: pastSiteSchema.extend({ content: contentSchema() }),
    },
    'POST /api/past-site/restoration': {
      body: z.strictObject({
        change: z.int(),
        version: z.int().describe('Of the content, as the past site was read with it.'),
      }),
      answer: z.object({ changed: z.int().describe('Number of changes; 0 when all is as it was.') }),
    },
  }) satisfies Calls
