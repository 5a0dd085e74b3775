import { sql } from 'kysely'
import type { Content } from '../../model/publishing/published-content.ts'
import type { SingleVisit, VisitsReport, VisitTerm, VisitTotals } from '../../model/visits/visits.ts'
import { bitOf, type VisitClass, visitSignals } from '../../model/visits/visits.ts'
import { type Database, oncePer, type Reader, readMeta } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import { withoutLinks } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import { oneDayMs, oneHourMs } from '../process/clock.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

const columns = ['people', 'views', 'messages', 'downloads', 'opens'] as const
const people = 'people none'
const mostRows = 50
/** More than there are. */
const mostCountries = 300

const noTotals = (): VisitTotals => ({ people: 0, views: 0, messages: 0, downloads: 0, opens: 0 })

const sumsOf = (of: readonly (typeof columns)[number][] = columns) =>
  of.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column))

// Counting again moves what is in the sums; a clock that jumped meanwhile must not show less than nothing.
const asTotals = (row: Partial<Record<(typeof columns)[number], number | string>>): VisitTotals =>
  Object.fromEntries(columns.map((column) => [column, Math.max(0, Number(row[column] ?? 0))])) as unknown as VisitTotals

/** Local days and hours of hours in UTC. The offset is asked for at the ends of each day alone: asking costs microseconds. */
const createLocalHours = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' },
  })
  const offsets = new Map<number, number>()
  const offsetAt = (hour: number): number => {
    let offset = offsets.get(hour)
    if (offset === undefined) {
      const parts = format.formatToParts(hour * oneHourMs)
      const [year, month, day, at, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((name) =>
        Number(parts.find(({ type }) => type === name)?.value),
      ) as [number, number, number, number, number]
      offset = Date.UTC(year, month - 1, day, at, minute) - hour * oneHourMs
      offsets.set(hour, offset)
    }
    return offset
  }
  return (hour: number): { day: number; hour: number } => {
    const start = hour - (hour % 24)
    const offset = offsetAt(start) === offsetAt(start + 24) ? offsetAt(start) : offsetAt(hour)
    const local = hour * oneHourMs + offset
    return { day: Math.floor(local / oneDayMs), hour: Math.floor((local % oneDayMs) / oneHourMs) }
  }
}

/** The dashboard: `days` of this time zone up to now, today included. */
export const visitsReport = async (
  reader: Reader,
  { days, zone, now }: { days: number; zone: string; now: number },
  { on, content }: { on: boolean; content: Content | undefined },
): Promise<VisitsReport> => {
  const local = createLocalHours(zone)
  const latest = Math.floor(now / oneHourMs)
  const today = local(latest).day
  const firstHourOf = (day: number): number => {
    let hour = Math.floor((day * oneDayMs) / oneHourMs) - 15
    while (local(hour).day < day) hour += 1
    return hour
  }
  const from = firstHourOf(today - days + 1)
  const before = firstHourOf(today - 2 * days + 1)
  const of = (kind: string, first: number, last: number) =>
    reader.selectFrom('visit_sums').where('kind', '=', kind).where('hour', '>=', first).where('hour', '<=', last)
  // Sums of terms are by day (UTC) once they are older than eight days.
  const terms = async (
    kind: string,
    order: (typeof columns)[number],
    ...others: (typeof columns)[number][]
  ): Promise<VisitTerm[]> => {
    const rows = await of(kind, from - (from % 24), latest)
      .select(['term', ...sumsOf([order, ...others])])
      .groupBy('term')
      .orderBy(sql.ref(order), 'desc')
      .orderBy('term')
      .limit(kind === 'country' ? mostCountries : mostRows)
      .execute()
    return rows
      .map((row) => ({ term: row.term, ...asTotals(row) }))
      .filter((row) => columns.some((name) => row[name] > 0))
  }
  const [hourly, past, classes, first, sources, campaigns, pages, projects, devices, countries] = await Promise.all([
    of('class', from, latest)
      .where('term', '=', people)
      .select(['hour', ...columns])
      .execute(),
    of('class', before, from - 1)
      .where('term', '=', people)
      .select(sumsOf())
      .executeTakeFirstOrThrow(),
    of('class', from, latest)
      .where('term', '<>', people)
      .select(['term', ...sumsOf(['people', 'views'])])
      .groupBy('term')
      .execute(),
    reader
      .selectFrom('visit_sums')
      .where('kind', '=', 'class')
      .select(({ fn }) => fn.min('hour').as('hour'))
      .executeTakeFirst(),
    terms('source', 'people', 'messages', 'downloads', 'opens'),
    terms('campaign', 'people'),
    terms('page', 'views', 'people'),
    terms('project', 'opens', 'messages'),
    terms('device', 'people'),
    terms('country', 'people'),
  ])
  const byDay = Array.from({ length: days }, (_, i) => ({
    day: new Date((today - days + 1 + i) * oneDayMs).toISOString().slice(0, 10),
    ...noTotals(),
  }))
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0))
  const total = noTotals()
  for (const row of hourly) {
    const at = local(row.hour)
    const day = byDay[at.day - (today - days + 1)]
    // 1 January 1970 was a Thursday.
    const weekday = hours[(at.day + 3) % 7]
    if (!day || !weekday) continue
    for (const name of columns) {
      day[name] += row[name]
      total[name] += row[name]
    }
    weekday[at.hour] = (weekday[at.hour] ?? 0) + row.people
  }
  const titles = new Map(content?.projects.map(({ slug, title }) => [`/projects/${slug}`, String(title)]))
  return {
    on,
    since: first?.hour == null ? null : new Date(Number(first.hour) * oneHourMs).toISOString(),
    now: asTotals(total),
    before: asTotals(past),
    days: byDay.map(({ day, ...sums }) => ({ day, ...asTotals(sums) })),
    hours: hours.map((row) => row.map((n) => Math.max(0, n))),
    ...{ sources, campaigns, pages, devices, countries },
    projects: projects.map((project) => ({ title: titles.get(project.term) ?? project.term, ...project })),
    excluded: classes
      .map((row) => {
        const [name = '', rule = ''] = row.term.split(' ')
        const { people: visits, views } = asTotals(row)
        return { class: name, rule, visits, views }
      })
      .filter(({ visits, views }) => visits + views > 0)
      .sort((a, b) => b.views - a.views),
  }
}

/** Single visits of a class, the newest first, with what spoke for it. A cursor is an hour and an id. */
export const singleVisits = async (
  reader: Reader,
  { class: of, limit, cursor }: { class: VisitClass; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ visits: SingleVisit[]; next: string | null }> => {
  let query = reader
    .selectFrom('visits')
    .selectAll()
    .where('class', '=', of)
    .orderBy('hour', 'desc')
    .orderBy('id', 'desc')
  if (cursor !== undefined) {
    const [hour = 0, id = 0] = cursor.split('-').map(Number)
    query = query.where('hour', '<=', hour).where((is) => is.or([is('hour', '<', hour), is('id', '<', id)]))
  }
  const { items, next } = await readPage(query, limit, ({ hour, id }) => `${hour}-${id}`)
  return {
    visits: items.map(({ id, hour, rule, signals, source, campaign, device, country, path }) => ({
      ...{ id: String(id), hour: new Date(hour * oneHourMs).toISOString(), rule },
      signals: visitSignals.filter((signal) => (signals & bitOf(signal)) !== 0),
      ...{ source, campaign, device, country, page: path },
    })),
    next,
  }
}

const key = 'visits mail'

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

const listed = (title: string, rows: readonly VisitTerm[], of: (row: VisitTerm) => string): string[] =>
  rows.length === 0 ? [] : [`${title}\n${rows.slice(0, 5).map(of).join('\n')}`]

const emailOf = ({ now, before, sources, projects }: VisitsReport, publicUrl: string) => ({
  subject: `${count(now.people, 'person', 'people')} visited your site in the last seven days`,
  text: [
    `${count(now.people, 'person', 'people')} (${before.people} in the seven days before) opened ${count(now.views, 'page', 'pages')}.`,
    `Messages: ${now.messages}. CV downloads: ${now.downloads}. Projects opened: ${now.opens}.`,
    // Anybody can name any host.
    ...listed(
      'Where they came from:',
      sources,
      ({ term, people }) => `${withoutLinks(term) || 'No source named'}: ${people}`,
    ),
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
