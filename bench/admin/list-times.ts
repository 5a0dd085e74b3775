import { type Figure, median, percentile } from '../figure.ts'
import type { OwnedProduct } from './owned-product.ts'

const asked = 40

/** What a table of so many rows asks the server for, from the call to the last byte. */
const questions: Record<string, string> = {
  'opening a table: its first 200 rows': '?limit=200',
  '200 rows from its middle': '?limit=200&cursor=5000',
  'its order, whole': '/order',
  'a search that finds one': '?limit=200&q=9999',
}

export const listTimes = async ({ url, token }: OwnedProduct, projects: number): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round < asked; round += 1) {
      const started = performance.now()
      const response = await fetch(`${url}/api/entries/projects${question}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      bytes = (await response.arrayBuffer()).byteLength
      if (response.status !== 200) throw new Error(`${question} answered ${response.status}`)
      times.push(performance.now() - started)
    }
    figures.push({
      name: `${projects.toLocaleString('en')} entries, ${name}: p95`,
      value: percentile(times, 95),
      unit: 'ms',
      goal: { atMost: 300 },
      note: `median ${median(times).toFixed(1)} ms, ${Math.round(bytes / 1000)} kB`,
    })
  }
  return figures
}
