import { beforeAll, expect, it } from 'vitest'
import { addressesOf } from '../support/public-addresses.ts'
import { contentOf } from './admin/content.ts'
import { ada, ownedSite } from './admin/people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)

const words = {
  title: 'Kalfatern',
  headline: 'Botschafterin',
  summary: 'Zwirbeldrüse',
  job: 'Ruderknecht',
  name: 'geheimfach',
}
let urls: Record<'pdf' | 'docx' | 'txt' | 'json', string>

beforeAll(async () => {
  await site.register(ada, { claim: true })
  const years = { start_year: '2019', end_year: '2020' }
  const job = await content.create('experiences', {
    ...years,
    name: 'Web Developer',
    program: 'Team',
    about: 'Nine people.',
  })
  await content.create('pages', { title: 'Prices', slug: 'prices' })
  const { title, headline, summary, name } = words
  const entries = { experiences: [{ id: job.id, text: { name: words.job } }] }
  const made = await content.call<{ urls: typeof urls }>('POST', '/cv-variants', {
    name,
    title,
    headline,
    summary,
    entries,
  })
  urls = made.urls
})

it('A variant by link says none of its words at any public address', async () => {
  await content.page()
  const mine = await (await fetch(urls.txt)).text()
  for (const word of [words.headline, words.summary, words.job]) expect(mine).toContain(word)
  const found = await addressesOf(site.url)
  for (const path of [
    '/cv.txt',
    '/cv.json',
    '/feed.xml',
    '/index.md',
    '/card.vcf',
    '/api/openapi.json',
    '/cv/nobody.txt',
  ])
    found.set(path, await (await fetch(site.url + path)).text())
  expect(found.size).toBeGreaterThan(15)
  const traces = [...Object.values(words), new URL(urls.txt).searchParams.get('key') ?? '', '/cv/g']
  for (const [path, body] of found)
    for (const trace of traces) expect(body.includes(trace), `${trace} at ${path}`).toBe(false)
})
