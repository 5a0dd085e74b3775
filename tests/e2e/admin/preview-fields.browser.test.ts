import { beforeAll, describe, it } from 'vitest'
import { collections } from '../../../src/model/content/collections.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'
import { inView, previewOf } from './preview.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

// That each field of each collection is marked on the page is held by `empty-previews.test.ts`.
describe('a field', () => {
  it.each([
    // Two pages, and a form with parts that unfold.
    ['projects', ['title', 'categories', 'image', 'summary', 'blocks', 'url', 'year', 'tags']],
    // A place that shows several fields.
    ['experiences', ['start_year', 'end_year', 'name', 'about']],
    // One of several slides.
    ['testimonials', ['image', 'fullname', 'country', 'feedback', 'star']],
  ] as const)(
    'of %s is found on the page when it is edited, and a click there leads back to it',
    async (name, fields) => {
      const entry = (await content.list(name)).at(-1)
      const page = await site.visitAs(ada, `/admin/${collections[name].admin.path}/edit/${entry?.id}`)
      const frame = await previewOf(page)
      for (const field of fields) {
        const own = page.locator(`form [data-field="${field}"]`)
        const folded = own.locator('[data-reveal][aria-expanded=false]')
        if ((await folded.count()) > 0) await folded.first().click()
        await own.locator('textarea, select, input:not([type=hidden])').first().focus()
        const there = `[data-selected][data-field~="${field}"][data-entry="${entry?.id}"]`
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

  it('of the settings is found on the page when it is edited, in each group', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const frame = await previewOf(page)
    for (const [group, names] of [
      ['Introduction', ['name', 'role', 'headlines', 'location', 'introduction']],
      ['Links', ['hireLink', 'cv', 'contactSentence', 'socials']],
      ['Portfolio', ['counters', 'copyrightSince']],
      ['Look', ['sections']],
    ] as const) {
      const groups = page.getByRole('navigation', { name: 'Settings' })
      await groups.getByRole('link', { name: new RegExp(`^${group}`) }).click()
      await page.getByRole('heading', { name: group, level: 2 }).waitFor()
      // Its rows come later than their heading.
      if (group === 'Look') await page.getByRole('switch', { name: 'Services' }).waitFor()
      for (const name of names) {
        const field = page.locator(`#settings [data-field="${name}"]`)
        const inside = field.locator('input, textarea')
        await ((await inside.count()) > 0 ? inside.first() : field).focus()
        const there = `[data-selected][data-field~="${name}"]`
        await frame.locator(there).first().waitFor({ state: 'attached' })
        await eventually(() => inView(frame, `${there}:not(.nav-name)`), true)
      }
    }
  })
})
