import { z } from 'zod'
import { checkedCssSchema } from '../../model/settings/checked-css.ts'
import { mostCssBytes } from '../../model/settings/custom-css.ts'
import { settingsSchema } from '../../model/settings/settings.ts'
import { type AppContext, type Endpoint, endpoint, flag, type Shown, tagged } from '../endpoint/endpoint.ts'
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
const cssBody = z.strictObject({ css: z.string().max(mostCssBytes) })
// A character of the CSS may take several bytes, and more where it is escaped.
const size = 256 * 1024

export const settingsApi = (
  settings: SettingsStore,
  publisher: Shown & { status(): { version: number; failure?: string | undefined } },
  moveCategory: MoveEntries,
) => {
  /** The body is the draft alone, as it always was; what is known about it stands in headers. */
  const sent = (context: AppContext, draft: SettingsDraft) => {
    const { settings, status, publishedAt } = tagged(context, draft)
    context.header('Publication-Status', status)
    if (publishedAt !== null) context.header('Published-At', publishedAt)
    return settings
  }
  const written = async (context: AppContext, write: Promise<SettingsDraft>) => {
    const stored = await write
    // What takes effect at once may be on the page, too.
    await publisher.shown()
    return sent(context, stored)
  }
  const answer = settingsSchema
  return {
    get: endpoint({ summary: 'Reads the draft of the settings', answer }, async ({ context }) =>
      sent(context, await settings.draft()),
    ),
    update: endpoint(
      {
        summary: 'Changes some settings',
        query: updateQuery,
        body: patch,
        reads: draftPatch,
        size,
        versioned: 'may',
        answer,
      },
      ({ context, query: { publish = true }, body, based }) =>
        written(context, settings.update(body, { ...based, publish })),
    ),
    publish: endpoint(
      { summary: 'Publishes the draft of the settings', versioned: 'may', answer },
      ({ context, based }) => written(context, settings.publish(based)),
    ),
    discard: endpoint(
      { summary: 'Takes the draft of the settings back to what visitors see', versioned: 'may', answer },
      ({ context, based }) => written(context, settings.discard(based)),
    ),
    removeCategory: endpoint(
      {
        summary: 'Deletes a category; its projects move to another or to none',
        query: removalQuery,
        versioned: 'may',
        answer,
      },
      ({ context, query: { to }, based }) =>
        written(context, settings.removeCategory(context.req.param('category') ?? '', to, based, moveCategory)),
    ),
    checkCss: endpoint(
      { summary: 'Checks CSS as a publish would, and minifies it', body: cssBody, size, answer: checkedCssSchema },
      ({ body: { css } }) => settings.checkCss(css),
    ),
    publishing: endpoint({ summary: 'Says whether the page shows the newest content', answer: status }, () => {
      const { version, failure = null } = publisher.status()
      return { version, failure }
    }),
  } satisfies Record<string, Endpoint>
}
