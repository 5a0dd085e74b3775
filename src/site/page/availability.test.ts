import { expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { schemaOrgProblems } from '../../../tests/support/schema-org.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from './render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }
const now = () => new Date('2026-05-01')

const withSettings = (settings: Partial<Content['settings']>): Content => {
  const content = exampleContent()
  return { ...content, settings: { ...content.settings, ...settings } }
}
const render = (content: Content) =>
  new Map([...createSite(assets, { now, markup: drawnAtOnce }).pages(content)].map(({ path, body }) => [path, body]))

const text = 'Available from March, two days a week'

it('the availability stands on the first screen, in the card, in the structured data and in the Markdown twin', async () => {
  const pages = render(withSettings({ availability: text, availableUntil: '2027-03-31' }))
  const home = pages.get('/') ?? ''
  expect(home).toContain(`<br><span dir="auto">${text}</span></p>`)
  expect(await htmlProblems(home)).toEqual([])
  const card = (pages.get('/card.vcf') ?? '').replaceAll('\r\n ', '')
  expect(card).toMatch(/^NOTE:.+\\nAvailable from March\\, two days a week\r$/m)
  const graph = JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(home)?.[1] ?? '')['@graph']
  expect(graph[0]).toMatchObject({
    '@type': 'Person',
    seeks: { '@type': 'Demand', description: text, validThrough: '2027-03-31' },
  })
  expect(schemaOrgProblems(graph)).toEqual([])
  expect(pages.get('/index.md')).toContain(text)
})

it('the availability stands alone where there is no location, in its own direction', () => {
  const pages = render(withSettings({ availability: 'متاح من مارس', location: '' }))
  expect(pages.get('/')).toContain('<p class="home-location" dir="auto">متاح من مارس</p>')
})

it('without an availability every page is what it is for content of before there was one, to the byte', () => {
  const plain = withSettings({ availability: '', availableUntil: '2020-01-01' })
  const { availability: _, availableUntil: __, questions: ___, ...before } = plain.settings
  const old = render({ ...plain, settings: before as Content['settings'] })
  expect(old.get('/')).not.toContain('undefined')
  expect(render(plain)).toEqual(old)
})

it('questions after a message change no page', () => {
  const questions = [{ text: 'What is your budget?', answer: 'text' as const, choices: [] }]
  const [without, having] = [render(withSettings({})), render(withSettings({ questions }))]
  expect(having).toEqual(without)
})

it('the page with the questions has what was typed, its problems, and what stands for no answer', async () => {
  const { sentPage } = createSite(assets, { now, markup: drawnAtOnce })
  const questions = [
    { text: 'What is your <budget>?', answer: 'choice' as const, choices: ['Small', 'Large'] },
    { text: 'Is there a page?', answer: 'link' as const, choices: [] },
  ]
  const { body, status } = sentPage(withSettings({ contactAnswer: 'Within two days.' }), {
    ...{ state: 'open', token: 'abc', questions, status: 422, message: 'Some fields need your attention.' },
    values: { answer_1: 'Large', answer_2: '<nowhere>' },
    problems: { answer_2: 'Enter a web address like example.com.' },
  })
  expect(status).toBe(422)
  expect(await htmlProblems(body)).toEqual([])
  expect(body).toContain('action="/sent/abc"')
  expect(body).toContain('Your email has been sent successfully!')
  expect(body).toContain('Within two days.')
  expect(body).toMatch(/checked value="Large"/)
  expect(body).toContain('What is your &lt;budget&gt;?')
  expect(body).toMatch(/value="&lt;nowhere&gt;"/)
  expect(body).not.toContain('<script')
})
