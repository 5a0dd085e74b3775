import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CollectionName,
  collectionNames,
  collections,
  findCollection,
} from '../../../src/model/content/collections.ts'
import { examplesOf } from '../../../src/model/content/examples.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'
import { inView, previewOf } from './preview.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** Fields that no element of the page shows by itself. */
const unseen = [
  'projects slug',
  'projects size',
  'projects cover',
  'lists kind',
  'lists link',
  'pages slug',
  'pages placement',
  'pages link',
]

/** What the samples leave out, so that the page shows every field. */
const additions: Partial<Record<CollectionName, object>> = {
  educations: { degree: 'MA', location: 'Lisbon', url: 'https://tejo.example' },
  experiences: {
    company: 'Nordfly',
    location: 'Bodø',
    url: 'https://nordfly.example',
    start_month: 5,
    end_month: 6,
    highlights: ['Booking form from eleven steps to four'],
  },
  projects: {
    client: 'Sundlinjen',
    role: 'Design and code',
    period: 'Six weeks',
    team: ['Ingrid Aune'],
    awards: ['Site of the day'],
    links: [{ label: 'The source', url: 'https://code.example/fio' }],
  },
  testimonials: { role: 'Printer', company: 'Wilk Print' },
}

/** The last entry of a collection, with everything that it may say. */
const fullEntry = async (name: CollectionName) => {
  const [example] = examplesOf(name)
  const last = (await content.list(name)).at(-1) ?? (await content.create(name, example ?? {}))
  const data = additions[name]
  return data ? content.call<{ id: string }>('PATCH', `/entries/${name}/${last.id}`, { data }, last.version) : last
}

describe('every field', () => {
  it.each(collectionNames)(
    'of %s is found on the page when it is edited, and a click there leads back to it',
    async (name) => {
      const entry = await fullEntry(name)
      const page = await site.visitAs(ada, `/admin/${collections[name].admin.path}/edit/${entry.id}`)
      const frame = await previewOf(page)
      const fields = Object.entries(findCollection(name)?.fields ?? {})
      expect(fields.length).toBeGreaterThan(1)
      for (const [field, { private: hidden, automatic }] of fields) {
        if (hidden || automatic || unseen.includes(`${name} ${field}`)) continue
        const folded = page.locator(`form [data-field="${field}"] [data-reveal][aria-expanded=false]`)
        if ((await folded.count()) > 0) await folded.first().click()
        const input = page
          .locator(`form [data-field="${field}"]`)
          .locator('textarea, select, input:not([type=hidden])')
          .first()
        await input.focus()
        const there = `[data-selected][data-field~="${field}"][data-entry="${entry.id}"]`
        await frame.locator(there).first().waitFor({ state: 'attached' })
        await eventually(() => inView(frame, there), true)
        await page.getByRole('heading', { level: 1 }).click()
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        await frame.locator(there).first().click()
        // A place that shows several fields leads to the first of them.
        const [first = ''] = ((await frame.locator(there).first().getAttribute('data-field')) ?? '').split(' ')
        const back = page.locator(`form [data-field="${first}"]`)
        await eventually(() => back.evaluate((element) => element.contains(document.activeElement)), true)
      }
    },
  )

  it.each([
    ['introduction', ['name', 'role', 'headlines', 'location', 'introduction']],
    ['links', ['hireLink', 'cv', 'contactSentence', 'socials']],
    ['sections', ['counters', 'copyrightSince']],
    ['theme', ['sections']],
  ])('of the settings’ tab %s is found on the page when it is edited', async (tab, names) => {
    const page = await site.visitAs(ada, `/admin/settings?tab=${tab}`)
    const frame = await previewOf(page)
    for (const name of names) {
      const field = page.locator(`#settings [data-field="${name}"]`)
      const inside = field.locator('input, textarea')
      await ((await inside.count()) > 0 ? inside.first() : field).focus()
      const there = `[data-selected][data-field~="${name}"]`
      await frame.locator(there).first().waitFor({ state: 'attached' })
      await eventually(() => inView(frame, `${there}:not(.nav-name)`), true)
    }
  })
})
