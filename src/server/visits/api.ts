import { type VisitsReport, visitCalls } from '../../model/visits/visits.ts'
import type { Database } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import { readBytes } from '../endpoint/request-body.ts'
import type { Config } from '../process/config.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { visitsRecord } from './record.ts'
import { singleVisits, visitsReport } from './report.ts'
import type { Visits } from './visits.ts'

interface Parts {
  visits: Visits
  db: Database
  settings: Pick<SettingsStore, 'get'>
  publisher: Pick<Publisher, 'content'>
  config: Pick<Config, 'publicUrl' | 'countryDatabase'>
}

const linesOf = <T>(head: string, rows: readonly T[], of: (row: T) => string): string =>
  [head, ...rows.map(of)].map((line) => `${line}\r\n`).join('')

/** Tables as RFC 4180 CSV. All of it is numbers, dates and two letters, so that no formula can be in it. */
const csvOf: Record<'days' | 'countries', (report: VisitsReport) => string> = {
  days: ({ days }) =>
    linesOf('day,people,views,messages,downloads,projects_opened', days, (row) =>
      [row.day, row.people, row.views, row.messages, row.downloads, row.opens].join(','),
    ),
  countries: ({ countries }) => linesOf('country,people', countries, (row) => `${row.term},${row.people}`),
}

const largestAddress = 1000

export const visitsApi = ({ visits, db, settings, publisher, config }: Parts) => {
  const report = async (query: { days: number; zone: string }) => {
    // What was counted in this process a moment ago is in it as well.
    await visits.write()
    const { settings: values } = await settings.get()
    return visitsReport(db.kysely, { ...query, now: Date.now() }, { on: values.visits, content: publisher.content() })
  }
  return endpoints(visitCalls(), {
    'POST /api/project-views': [
      'Counts a project that was opened over the page; the page says so by itself',
      { status: 204, others: ['TooLarge'] },
      // The answer never depends on the content: what is no page of a project is not counted.
      async ({ context }) => {
        const body = Buffer.from(await readBytes(context.req.raw, largestAddress)).toString('utf8')
        const { incoming } = context.env
        const address = URL.parse(body)
        if (incoming && address) visits.opened(incoming, address.pathname)
        return context.body(null, 204)
      },
    ],
    'GET /api/messages/:id/visit': [
      'Tells how the sender of a message came, if that was stored',
      async ({ id }) => {
        const row = await db.kysely
          .selectFrom('message_sources')
          .select(['source', 'path as page'])
          .where('message', '=', id)
          .executeTakeFirst()
        return { visit: row ?? null }
      },
    ],
    'GET /api/visits': ['Counts people, views and goals of a period', ({ query }) => report(query)],
    'GET /api/visits.csv': [
      'Visits by day, or people by country, as CSV',
      { alsoAs: 'text/csv' },
      async ({ context, query: { of, ...query } }) =>
        context.body(csvOf[of](await report(query)), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="visits-${of === 'days' ? '' : `${of}-`}${new Date().toISOString().slice(0, 10)}.csv"`,
        }),
    ],
    'GET /api/visits/single': [
      'Lists single visits of a class with their signals, the newest first',
      ({ query }) => singleVisits(db.kysely, query),
    ],
    'GET /api/visits/record': [
      'What is stored about visitors, by the settings as they are, as a document',
      { alsoAs: 'text/html' },
      async ({ context }) => {
        const { settings: values } = await settings.get()
        // Those that visitors see.
        const { name = '', email = '' } = publisher.content()?.settings ?? {}
        const at = new Date()
        const html = visitsRecord({
          at,
          url: config.publicUrl,
          kind: db.kind,
          countries: config.countryDatabase !== undefined,
          settings: values,
          name,
          email,
        })
        return context.body(html, 200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Disposition': `attachment; filename="visitors-${at.toISOString().slice(0, 10)}.html"`,
        })
      },
    ],
  })
}
