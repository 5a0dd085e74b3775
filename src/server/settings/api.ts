import { z } from 'zod'
import { settingsSchema } from '../../model/settings/settings.ts'
import {
  type AppContext,
  authorOf,
  type Endpoint,
  flag,
  readBody,
  readQuery,
  type Shown,
  versionOf,
} from '../endpoint/endpoint.ts'
import type { MoveEntries, SettingsDraft, SettingsStore } from './settings-store.ts'

const status = z.object({
  version: z.int().describe('Of the content that visitors see.'),
  failure: z.string().nullable().describe('Why newer content is not on the page.'),
})

const patch = settingsSchema.partial()
/** A draft may break rules that hold for what is published; the store says which. */
const draftPatch = z.record(z.string(), z.unknown())
const removalQuery = z.strictObject({
  to: z.string().max(90).optional().describe('Category that gets its projects; without it they get none.'),
})
const updateQuery = z.strictObject({ publish: flag })

export const settingsApi = (
  settings: SettingsStore,
  publisher: Shown & { status(): { version: number; failure?: string | undefined } },
  moveCategory: MoveEntries,
) => {
  /** The body is the draft alone, as it always was; what is known about it stands in headers. */
  const sent = (context: AppContext, { settings, version, status, publishedAt }: SettingsDraft) =>
    context.json(settings, 200, {
      ETag: `"${version}"`,
      'Publication-Status': status,
      ...(publishedAt === null ? {} : { 'Published-At': publishedAt }),
    })
  const changing = (
    summary: string,
    change: (based: { by: string; version: number | undefined }) => Promise<SettingsDraft>,
  ): Endpoint => ({
    operation: { summary, versioned: 'may', answer: settingsSchema },
    handle: async (context) => {
      const stored = await change({ ...authorOf(context), version: versionOf(context) })
      await publisher.shown()
      return sent(context, stored)
    },
  })
  return {
    get: {
      operation: { summary: 'Reads the draft of the settings', answer: settingsSchema },
      handle: async (context) => sent(context, await settings.draft()),
    },
    update: {
      operation: {
        summary: 'Changes some settings',
        query: updateQuery,
        body: patch,
        versioned: 'may',
        answer: settingsSchema,
      },
      handle: async (context) => {
        const { publish = true } = readQuery(context, updateQuery)
        const fields = await readBody(context, draftPatch)
        const stored = await settings.update(fields, { ...authorOf(context), version: versionOf(context), publish })
        // What takes effect at once may be on the page, too.
        await publisher.shown()
        return sent(context, stored)
      },
    },
    publish: changing('Publishes the draft of the settings', settings.publish),
    discard: changing('Takes the draft of the settings back to what visitors see', settings.discard),
    removeCategory: {
      operation: {
        summary: 'Deletes a category; its projects move to another or to none',
        query: removalQuery,
        versioned: 'may',
        answer: settingsSchema,
      },
      handle: async (context) => {
        const { to } = readQuery(context, removalQuery)
        const id = context.req.param('category') ?? ''
        const based = { ...authorOf(context), version: versionOf(context) }
        const stored = await settings.removeCategory(id, to, based, moveCategory)
        await publisher.shown()
        return sent(context, stored)
      },
    },
    publishing: {
      operation: { summary: 'Says whether the page shows the newest content', answer: status },
      handle: (context) => {
        const { version, failure = null } = publisher.status()
        return context.json({ version, failure })
      },
    },
  } satisfies Record<string, Endpoint>
}
