import { entrySchema } from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import { newFromStarterSchema, pageOfStarter, starterLanguage } from '../../model/pages/page-of-starter.ts'
import { type Endpoint, readBody } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { type FactParts, readSiteFacts } from './site-facts.ts'

export const pagesApi = (parts: FactParts) =>
  ({
    createFromStarter: {
      operation: {
        summary: 'Creates a draft of a legal page, filled from what is switched on; never published by itself',
        body: newFromStarterSchema,
        status: 201,
        answer: entrySchema(),
      },
      handle: async (context) => {
        const { entries, settings } = parts
        const { starter, language } = await readBody(context, newFromStarterSchema)
        const of = language ?? starterLanguage((await settings.get()).settings.language)
        const page = pageOfStarter(starter, of, await readSiteFacts(parts))
        const draft = { ...authorOf(context), publish: false }
        const entry = await entries.create('pages', page, draft).catch((error: unknown) => {
          if (!(error instanceof Invalid && error.fields.slug)) throw error
          // Another page or a category has the address: the owner chooses one.
          return entries.create('pages', { ...page, slug: '' }, draft)
        })
        context.header('Location', `/api/entries/pages/${entry.id}`)
        return context.json(entry, 201, { ETag: `"${entry.version}"` })
      },
    },
  }) satisfies Record<string, Endpoint>
