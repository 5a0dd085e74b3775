import { z } from 'zod'
import { settingsSchema } from '../../model/settings/settings.ts'
import type { AppContext } from '../endpoint/context.ts'
import { type Endpoint, readBody, versionOf } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import type { Services } from '../services.ts'
import type { VersionedSettings } from './settings-store.ts'

const status = z.object({
  version: z.int().describe('Of the content that visitors see.'),
  failure: z.string().nullable().describe('Why newer content is not on the page.'),
})

const patch = settingsSchema.partial()

export const settingsApi = ({ settings, publisher }: Services) => {
  const sent = (context: AppContext, { settings, version }: VersionedSettings) =>
    context.json(settings, 200, { ETag: `"${version}"` })
  return {
    get: {
      operation: { summary: 'Reads the settings', answer: settingsSchema },
      handle: async (context) => sent(context, await settings.get()),
    },
    update: {
      operation: { summary: 'Changes some settings', body: patch, versioned: 'may', answer: settingsSchema },
      handle: async (context) => {
        const fields = await readBody(context, patch)
        const stored = await settings.update(fields, { ...authorOf(context), version: versionOf(context) })
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
