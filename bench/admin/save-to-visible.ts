import http from 'node:http'
import { type Figure, percentile } from '../figure.ts'
import { fetchRaw } from '../raw.ts'
import type { OwnedProduct } from './owned-product.ts'

const saves = 60
const timeoutMs = 5000

/** A script's PATCH over HTTP, and a visitor who asks for the page again and again until it shows what was saved. */
export const saveToVisible = async ({ url, token }: OwnedProduct): Promise<Figure> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const list = await fetch(`${url}/api/entries/testimonials?limit=1`, { headers })
  const [subject] = ((await list.json()) as { entries: { id: string; version: number }[] }).entries
  if (!subject) throw new Error('There is no testimonial to change.')
  let { version } = subject
  const visible: number[] = []
  const answered: number[] = []
  try {
    for (let revision = 1; revision <= saves; revision += 1) {
      // Apart from each other, as a person's saves are.
      await new Promise((resolve) => setTimeout(resolve, revision % 5 === 0 ? 900 : 120))
      const mark = `Ada revision-${revision}-`
      const started = performance.now()
      const saved = fetch(`${url}/api/entries/testimonials/${subject.id}`, {
        method: 'PATCH',
        headers: { ...headers, 'if-match': `"${version}"` },
        body: JSON.stringify({ data: { fullname: mark }, publish: true }),
      }).then(async (response) => {
        if (!response.ok) throw new Error(`A save was answered ${response.status}: ${await response.text()}`)
        ;({ version } = (await response.json()) as { version: number })
        answered.push(performance.now() - started)
      })
      while (!(await fetchRaw(`${url}/`, {}, agent)).body.includes(mark)) {
        if (performance.now() - started > timeoutMs) throw new Error(`Revision ${revision} was not seen in time.`)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      visible.push(performance.now() - started)
      await saved
    }
  } finally {
    agent.destroy()
  }
  return {
    name: 'PATCH over HTTP to visible on the page, p95',
    value: percentile(visible, 95),
    unit: 'ms',
    goal: { atMost: 100 },
    note: `median ${percentile(visible, 50).toFixed(1)} ms, worst ${Math.max(...visible).toFixed(1)} ms; answered after ${percentile(answered, 50).toFixed(1)} ms (median)`,
  }
}
