import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inboxViews } from '../src/model/inbox/stored-message.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { startOwned } from './admin/owned-product.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { fillInbox } from './inbox/many-messages.ts'

const total = 100_000
const rounds = 21

/** Requests, how often each is made, and its goal in ms. */
const requests: [name: string, path: string, times: number, goal: number, body?: object][] = [
  ...inboxViews.map((view): [string, string, number, number] => [
    `the view "${view}": its first 50`,
    `/api/messages?view=${view}`,
    rounds,
    10,
  ]),
  ['a search that finds one', '/api/messages?q=(77123)', rounds, 60],
  ['a search that finds nothing', '/api/messages?q=lighthouse-keeper', rounds, 60],
  ['a search in the spam', '/api/messages?view=spam&q=(77123)', rounds, 60],
  ['the counts of its views', '/api/inbox', rounds, 10],
  ['the personal data of one email address', '/api/people/lookups', 5, 500, { email: 'nobody@mail.example' }],
  ['all as CSV', '/api/messages.csv', 1, 3000],
  ['all as JSON', '/api/messages.json', 1, 5000],
]

/** Response times of the inbox's API with a hundred thousand messages. */
export const inbox = async (): Promise<Bench> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-inbox-'))
  const figures: Figure[] = []
  try {
    const database = await openDatabase({ dataDir })
    await fillInbox(database, total)
    await database.close()
    const product = await startOwned(0, dataDir)
    try {
      for (const [name, path, times, goal, body] of requests) {
        const all: number[] = []
        let bytes = 0
        for (let round = 0; round < times; round += 1) {
          const started = performance.now()
          const response = await fetch(product.url + path, {
            headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
            ...(body && { method: 'POST', body: JSON.stringify(body) }),
          })
          bytes = (await response.arrayBuffer()).byteLength
          if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
          all.push(performance.now() - started)
        }
        const note = `${Math.round(bytes / 1000).toLocaleString('en')} kB`
        figures.push({ name, value: median(all), unit: 'ms', goal: { atMost: goal }, note })
      }
    } finally {
      await product.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    title: 'A full inbox',
    method: `${total.toLocaleString('en')} messages with their emails in SQLite; from the call to the last byte, median. \`npm run bench -- inbox\``,
    figures,
  }
}
