import { escapeHtml } from '../../model/escape-html.ts'
import type { Settings } from '../../model/settings/settings.ts'
import {
  rawDays,
  switchableRules,
  type VisitsReport,
  visitCalls,
  visitClasses,
  visitRules,
  visitSignals,
} from '../../model/visits/visits.ts'
import type { Database, DatabaseKind } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import { readBytes } from '../endpoint/request-body.ts'
import type { Config } from '../process/config.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { singleVisits, visitsReport } from './report.ts'
import type { Visits } from './visits.ts'

interface RecordFacts {
  at: Date
  url: string
  kind: DatabaseKind
  /** Whether a file tells the country of a network. */
  countries: boolean
  settings: Settings
  /** Of the site's owner. */
  name: string
  email: string
}

/** What is stored: data, where, how long. As docs/how-to/visits.md has it for every setting at once. */
const storedOf = ({ kind, countries, settings: { visitsOfMessages } }: RecordFacts) => {
  const isShared = kind === 'postgres'
  const country = countries ? ', country by two letters' : ''
  return [
    [
      'Network address and name of the browser (user agent) of a request',
      'Memory, while the request is answered and for up to five seconds after it; its connection knows the address while it is open',
      'Seconds',
    ],
    [
      'Keyed hash of the shortened address (/24 of IPv4, /48 of IPv6) and the user agent, with a random number of the visit',
      isShared ? 'Memory and the table open_visits, in no backup' : 'Memory',
      `Thirty minutes after the last view${isShared ? ', in the table up to an hour more' : ''}`,
    ],
    [
      'Key of the hash: 32 random bytes, new every day (UTC)',
      isShared ? 'Memory and the table visit_keys, in no backup' : 'Memory',
      isShared ? 'At most 26 hours' : 'The day and half an hour',
    ],
    [
      `A visit: random number, hour, host of the referrer, campaign tags, first page, kind of device${country}, class, rule, and yes or no of ${visitSignals.length} signals; the pages opened, by hour`,
      'Tables visits and visit_events; backups',
      `${rawDays} days`,
    ],
    [
      `Sums by hour or day of people, views, messages, CV downloads and opened projects, by class, source, page, project, campaign, kind of device${countries ? ' and country' : ''}`,
      'Table visit_sums; backups',
      'Until the site is deleted',
    ],
    ...(visitsOfMessages
      ? [
          [
            'Host of the referrer and first page of the visit in which a message was sent',
            'Table message_sources; backups',
            'As long as the message',
          ],
        ]
      : []),
  ]
}

/** The conditions of the CNIL for audience measurement without consent (July 2025), each with how this site meets it. */
const conditionsOf = ({ settings: { visitsOfMessages, visitsWeekly } }: RecordFacts) => [
  [
    'One site, not followed to others',
    'Met: nothing is stored on the device, and the hash is of this site and day alone.',
  ],
  [
    'Statistics alone, tied to no person and to no other data',
    visitsOfMessages
      ? 'NOT MET: the source and the first page of a visit are stored with the message that was sent in it. The exemption does not cover this; it may take a consent.'
      : 'Met: no visit is tied to a message, an account or a person.',
  ],
  [
    'Not shared',
    `Met: the site’s own server counts, and no other company gets any of it.${visitsWeekly ? ' Sums of a week are mailed to the owner.' : ''}`,
  ],
  [
    'A limited life',
    `Met: single visits ${rawDays} days, marks that tell visits apart half an hour, sums without limit.`,
  ],
  [
    'Told, and able to object',
    'To be met by the privacy page of the site. Browsers object with DNT or Sec-GPC: then one number counts, and nothing else is done.',
  ],
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}

const style =
  'body{max-width:52rem;margin:3rem auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a}table{width:100%;border-collapse:collapse}th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid #bbb;text-align:start;vertical-align:top}h2{margin-top:2.5rem}@page{margin:2cm}'

/** A document for a data protection office: what is stored about visitors with the settings as they are. HTML, complete in itself. */
const visitsRecord = (facts: RecordFacts): string => {
  const { at, url, settings, name, email } = facts
  const off = new Set<string>(switchableRules.filter((rule) => !settings[rule]))
  const rules = visitRules.filter(({ id }) => id !== 'none')
  const parts = [
    `<h1>Audience measurement of ${escapeHtml(url)}</h1>`,
    `<p>As set up on ${at.toISOString().slice(0, 10)}. ${escapeHtml([`Responsible: ${name || 'not named'}`, email].filter(Boolean).join(', '))}.</p>`,
    `<p><strong>${
      settings.visits
        ? 'Visits are counted.'
        : 'Visits are not counted at present: no new data of the following kinds are stored, and stored data expire as listed.'
    }</strong> The program is Vitrine, on the site’s own server, without scripts or cookies. The purpose is to know how many people come, from which sites, what they look at, and whether they write.</p>`,
    '<h2>What is stored</h2>',
    table(['Data', 'Where', 'How long'], storedOf(facts)),
    `<p>Never stored: network addresses, user agents, whole referrers, ${facts.countries ? 'any place within a country' : 'the country'}, marks on the device. ${facts.countries ? 'The country is looked up in a file on the same server while the first page of a visit is answered; no other server is asked. ' : ''}Nobody can make a past day’s hash again: its key is gone.</p>`,
    '<h2>What is left out</h2>',
    table(
      ['Class', 'Rule', 'State'],
      rules.map((rule) => [
        visitClasses[rule.class].label,
        rule.reason,
        'setting' in rule && off.has(rule.setting) ? 'off' : 'on',
      ]),
    ),
    '<h2>Measurement without consent</h2>',
    '<p>The conditions of the French authority (CNIL, July 2025), and how this site stands to them. This is no legal advice.</p>',
    table(['Condition', 'Here'], conditionsOf(facts)),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audience measurement of ${escapeHtml(url)}</title><style>${style}</style></head><body>${parts.join('\n')}</body></html>\n`
}

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
