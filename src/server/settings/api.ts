import { settingsCalls } from '../../model/settings/settings.ts'
import { type AppContext, endpoints, type Shown, tagged } from '../endpoint/endpoint.ts'
import type { MoveEntries, SettingsDraft, SettingsStore } from './settings-store.ts'

// Forty snippets of four thousand characters, of which each may take three bytes. The CSS is shorter.
const size = 512 * 1024

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
  return endpoints(settingsCalls(), {
    'GET /api/settings': [
      'Reads the draft of the settings',
      async ({ context }) => sent(context, await settings.draft()),
    ],
    'PATCH /api/settings': [
      'Changes some settings',
      { size },
      ({ context, query: { publish = true }, body, based }) =>
        written(context, settings.update(body, { ...based, publish })),
    ],
    'POST /api/settings/publication': [
      'Publishes the draft of the settings',
      ({ context, based }) => written(context, settings.publish(based)),
    ],
    'DELETE /api/settings/draft': [
      'Takes the draft of the settings back to what visitors see',
      ({ context, based }) => written(context, settings.discard(based)),
    ],
    'DELETE /api/settings/categories/:category': [
      'Deletes a category; its projects move to another or to none',
      ({ context, category, query: { to }, based }) =>
        written(context, settings.removeCategory(category, to, based, moveCategory)),
    ],
    'POST /api/css-checks': [
      'Checks CSS as a publish would, and minifies it',
      { size },
      ({ body: { css } }) => settings.checkCss(css),
    ],
    'GET /api/publishing': [
      'Says whether the page shows the newest content',
      () => {
        const { version, failure = null } = publisher.status()
        return { version, failure }
      },
    ],
  })
}
