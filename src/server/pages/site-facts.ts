import { trashDays } from '../../model/inbox/stored-message.ts'
import type { SiteFacts } from '../../model/pages/page-of-starter.ts'
import { deviceCookie, sessionCookie } from '../accounts/cookies.ts'
import { deviceLifetimeSeconds } from '../accounts/devices.ts'
import { maxSessionAgeMs, sessionDays } from '../accounts/sessions.ts'
import { keptBackups } from '../backup/retained-backups.ts'
import type { ConnectionStore } from '../connections/connections.ts'
import type { Entries } from '../content/entries.ts'
import { quarantineDays } from '../inbox/messages/quarantine.ts'
import type { Mail } from '../mail/mail.ts'
import type { Config } from '../process/config.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

const oneDaySeconds = 86_400

export interface FactParts {
  config: Config
  entries: Entries
  settings: SettingsStore
  mail: Mail
  connections: ConnectionStore
}

/** The facts of this site for its legal pages: the owner's drafts, and what is really switched on. */
export const readSiteFacts = async ({
  config,
  entries,
  settings,
  mail,
  connections,
}: FactParts): Promise<SiteFacts> => {
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
    backupWeeks: keptBackups.weeks,
  }
}
