import { Invalid } from '../../model/errors.ts'
import { trashDays } from '../../model/inbox/stored-message.ts'
import { pageCalls, pageOfStarter, type SiteFacts } from '../../model/pages/page-of-starter.ts'
import { languageOf } from '../../model/words/languages.ts'
import {
  deviceCookie,
  deviceLifetimeSeconds,
  maxSessionAgeMs,
  sessionCookie,
  sessionDays,
} from '../accounts/sessions.ts'
import { keptBackups } from '../backup/daily-backup.ts'
import type { ConnectionStore } from '../connections/connections.ts'
import type { Entries } from '../content/entries.ts'
import { endpoints, tagged } from '../endpoint/endpoint.ts'
import { quarantineDays } from '../inbox/message-limit.ts'
import type { Mail } from '../mail/mail.ts'
import type { Config } from '../process/config.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

const oneDaySeconds = 86_400

interface FactParts {
  config: Config
  entries: Entries
  settings: SettingsStore
  mail: Mail
  connections: ConnectionStore
}

/** The facts of this site for its legal pages: the owner's drafts, and what is really switched on. */
const readSiteFacts = async ({ config, entries, settings, mail, connections }: FactParts): Promise<SiteFacts> => {
  const [{ entries: people }, { settings: values }, { transport }] = await Promise.all([
    entries.list('about', { limit: 1 }),
    settings.draft(),
    mail.describe(),
  ])
  const [person] = people
  return {
    name: String(person?.data.name ?? '') || values.name,
    email: values.email || String(person?.data.email ?? ''),
    url: config.publicUrl,
    contactForm: values.sections.some(({ id, visible }) => id === 'contact' && visible),
    asksQuestions: values.questions.length > 0,
    messages: { trash: trashDays, quarantine: quarantineDays },
    mail: transport,
    acknowledges: values.acknowledge,
    registration: values.registration,
    google: connections.google() !== undefined,
    cookies: {
      session: sessionCookie(config.publicUrl),
      sessionDays,
      longestSessionDays: maxSessionAgeMs / (oneDaySeconds * 1000),
      device: deviceCookie(config.publicUrl),
      deviceDays: deviceLifetimeSeconds / oneDaySeconds,
    },
    visits: {
      counted: values.visits,
      tied: values.visits && values.visitsOfMessages,
      byCountry: config.countryDatabase !== undefined,
    },
    backupWeeks: keptBackups.weeks,
  }
}

export const pagesApi = (parts: FactParts) =>
  endpoints(pageCalls(), {
    'POST /api/page-starters': [
      'Creates a draft of a legal page, filled from what is switched on; never published by itself',
      { status: 201 },
      async ({ context, body: { starter, language }, based: { by } }) => {
        const { entries, settings } = parts
        const of = language ?? languageOf((await settings.get()).settings.language)
        const page = pageOfStarter(starter, of, await readSiteFacts(parts))
        const draft = { by, publish: false }
        const entry = await entries.create('pages', page, draft).catch((error: unknown) => {
          if (!(error instanceof Invalid && error.fields.slug)) throw error
          // Another page or a category has the address: the owner chooses one.
          return entries.create('pages', { ...page, slug: '' }, draft)
        })
        context.header('Location', `/api/entries/pages/${entry.id}`)
        return tagged(context, entry)
      },
    ],
  })
