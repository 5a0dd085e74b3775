import { escapeHtml } from '../../model/escape-html.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { rawDays, switchableRules, visitClasses, visitRules, visitSignals } from '../../model/visits/visits.ts'
import type { DatabaseKind } from '../db/database.ts'

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
export const visitsRecord = (facts: RecordFacts): string => {
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
