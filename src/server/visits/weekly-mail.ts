import type { VisitsReport, VisitTerm } from '../../model/visits/visits.ts'
import type { Database } from '../db/database.ts'
import { oncePer, readMeta } from '../db/meta.ts'
import type { Mail } from '../mail/mail.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { visitsReport } from './report.ts'

const key = 'visits mail'

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

const listed = (title: string, rows: readonly VisitTerm[], of: (row: VisitTerm) => string): string[] =>
  rows.length === 0 ? [] : [`${title}\n${rows.slice(0, 5).map(of).join('\n')}`]

const emailOf = ({ now, before, sources, projects }: VisitsReport, publicUrl: string) => ({
  subject: `${count(now.people, 'person', 'people')} visited your site in the last seven days`,
  text: [
    `${count(now.people, 'person', 'people')} (${before.people} in the seven days before) opened ${count(now.views, 'page', 'pages')}.`,
    `Messages: ${now.messages}. CV downloads: ${now.downloads}. Projects opened: ${now.opens}.`,
    ...listed('Where they came from:', sources, ({ term, people }) => `${term || 'No source named'}: ${people}`),
    ...listed('Projects opened most:', projects, ({ term, opens }) => `${term}: ${opens}`),
    `All of it:\n${publicUrl}/admin/visits?days=7`,
    `-- \nSent by your site on Mondays. Settings, Visits, changes that.\n${publicUrl}/`,
  ].join('\n\n'),
})

/**
 * Queues the weekly email about visits on a Monday from the hour of the digest on (time zone of the server), once in all processes together.
 * Called every hour; returns the number of emails.
 */
export const mailVisits = async (
  parts: { db: Database; mail: Mail; settings: Pick<SettingsStore, 'get'>; publicUrl: string },
  now: number,
): Promise<number> => {
  const { db, mail, publicUrl } = parts
  const { settings } = await parts.settings.get()
  const date = new Date(now)
  if (!settings.visits || !settings.visitsWeekly || date.getDay() !== 1 || date.getHours() < settings.digestHour)
    return 0
  // By its Monday here: in UTC that may still be Sunday, and Monday a few hours later.
  const monday = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
  if ((await readMeta(db.kysely, key)) === monday) return 0
  // Up to the day before, in whole days.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const midnight = new Date(date).setHours(0, 0, 0, 0)
  const period = { days: 7, zone, now: midnight - 1 }
  const report = await visitsReport(db.kysely, period, { on: true, content: undefined })
  const queued = await oncePer(db, { key, period: monday }, (trx) =>
    mail.toOwner(trx, 'visits', emailOf(report, publicUrl)),
  )
  if (!queued) return 0
  mail.outbox.poll()
  return 1
}
