import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/server/db/open.ts'
import { startOwned } from './admin/owned-product.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { type FilledHistory, fillHistory } from './history/many-changes.ts'

const total = 100_000
const rounds = 21
const goal = { atMost: 60 }

/** Requests of the screen, by name. */
const requests = ({ author, entry, middle }: FilledHistory): [name: string, query: string][] => [
  ['its first page', 'grouped'],
  ['a page from its middle', `grouped&cursor=${middle}`],
  ['a search that finds one', 'q=77123x'],
  ['a search that finds many', 'q=lighthouse'],
  ['a search that finds nothing', 'q=zeppelin'],
  ['the filter for a collection', 'collection=skills'],
  ['the filter for an entry', `entry=${entry}`],
  ['the filter for a person', `by=${author}&grouped`],
  ['the filter for a rare act', 'action=reorder'],
  ['the filter for a span of time', 'from=2024-03-01T00:00:00Z&to=2024-03-08T00:00:00Z&grouped'],
  ['all filters and a search', `collection=skills&by=${author}&action=update&from=2024-01-01T00:00:00Z&q=lighthouse`],
]

/** Response times of History with a hundred thousand changes. */
export const history = async (): Promise<Bench> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-history-'))
  const figures: Figure[] = []
  try {
    const database = await openDatabase({ dataDir })
    const filled = await fillHistory(database, total)
    await database.close()
    const product = await startOwned(0, dataDir)
    const ask = async (path: string): Promise<number> => {
      const response = await fetch(product.url + path, { headers: { authorization: `Bearer ${product.token}` } })
      const { byteLength } = await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      return byteLength
    }
    const measure = async (name: string, path: string) => {
      const all: number[] = []
      let bytes = 0
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now()
        bytes = await ask(path)
        all.push(performance.now() - started)
      }
      const note = `${Math.round(bytes / 1000).toLocaleString('en')} kB`
      figures.push({ name, value: median(all), unit: 'ms', goal, note })
    }
    try {
      for (const [name, query] of requests(filled)) await measure(name, `/api/changes?${query}`)
      await measure('the people to filter by', '/api/change-authors')
    } finally {
      await product.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    title: 'A long history',
    method: `${total.toLocaleString('en')} changes in SQLite; from the call to the last byte, median. \`npm run bench -- history\``,
    figures,
  }
}
