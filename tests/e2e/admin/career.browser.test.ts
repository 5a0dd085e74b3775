import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appearances, axeViolations, turnTo } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { openOver } from '../site.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()
const facts = (page: Page) => page.locator('.project-facts').innerText()

const caseStudy = {
  client: 'Sundlinjen',
  role: 'Design and code',
  period: 'March to June 2023',
  team: ['Ingrid Aune', 'Jon Vik'],
  awards: ['Norwegian Design Prize 2024', 'Site of the day'],
  links: [{ label: 'The source', url: 'https://code.example/tideline' }],
}

describe('A career', () => {
  it('has a job with company, months and highlights, and the end before the start is refused at its month', async () => {
    const [job] = await content.list('experiences')
    const page = await site.visitAs(ada, `/admin/job/edit/${job?.id}`)
    await page.getByLabel('Company').fill('Nordfly')
    await page.getByLabel('Place').fill('Bodø')
    await page.getByLabel('End year').fill('2019')
    await page.getByLabel('Start month').selectOption('May')
    await page.getByLabel('End month').selectOption('March')
    await publish(page)
    await page.getByText('End month must not be before May, the start month.').waitFor()
    expect(await content.page()).not.toContain('Nordfly')
    await page.getByLabel('End month').selectOption('June')
    await page.getByLabel('Highlights').fill('Booking form from eleven steps to four')
    await page.getByLabel('Highlights').press('Enter')
    await publish(page)
    await eventually(async () => (await content.page()).includes('May 2019 – Jun 2019'), true)
    const shown = await content.page()
    for (const text of ['Nordfly', 'Bodø', 'Booking form from eleven steps to four']) expect(shown).toContain(text)
  })

  it('has forms that say what to write, with what belongs together side by side, and below each other on a phone', async () => {
    const page = await site.visitAs(ada, '/admin/job/create', { width: 768 })
    const inputOf = (name: string) => page.locator(`[data-field=${name}] :is(input:not([type=checkbox]), select)`)
    const boxOf = async (name: string) => (await inputOf(name).boundingBox()) ?? { x: 0, y: 0 }
    const hint = await inputOf('name').evaluate((input) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join()
    })
    expect(hint).toBe('Your job title, for example Web Developer.')
    const pairs = [
      ['start_year', 'end_year'],
      ['start_month', 'end_month'],
      ['name', 'company'],
      ['program', 'location'],
    ] as const
    for (const pair of pairs) {
      const places = async () => {
        const [left, right] = [await boxOf(pair[0]), await boxOf(pair[1])]
        return [left.y === right.y, left.x < right.x]
      }
      await expect.poll(places, { message: pair.join() }).toEqual([true, true])
    }
    await page.setViewportSize({ width: 360, height: 800 })
    const order = ['start_year', 'start_month', 'end_year', 'end_month', 'name', 'company', 'program', 'location']
    const isBelow = async () => {
      const tops = await Promise.all(order.map(async (name) => (await boxOf(name)).y))
      return tops.map((top, at) => top > (tops[at - 1] ?? 0))
    }
    await eventually(
      isBelow,
      order.map(() => true),
    )
  })

  it('has certificates and languages in Resume once there are some, and a counter counts them', async () => {
    expect(await content.page()).not.toMatch(/Certificates|Languages/)
    const page = await site.visitAs(ada, '/admin/resume')
    const certificates = page.getByRole('region', { name: 'Certificates' })
    await certificates.getByText('No certificates yet').waitFor()
    await certificates.getByRole('link', { name: 'Add the first one' }).click()
    await page.getByLabel('Title').fill('Cloud architect')
    await publish(page)
    await page.getByRole('table', { name: 'Certificates' }).getByText('Cloud architect').waitFor()
    await page.goto('/admin/language/create')
    await page.getByLabel('Name').fill('Norwegian')
    await page.getByLabel('Level').selectOption('Fluent (C1)')
    await publish(page)
    await page.getByRole('table', { name: 'Languages' }).getByText('Fluent (C1)').first().waitFor()

    await page.goto('/admin/settings?tab=sections')
    await page.getByLabel('Value 1').waitFor()
    await page.getByLabel('Counts 1').selectOption('Certificates')
    await eventually(() => page.getByLabel('Value 1').count(), 0)
    await publish(page)
    await eventually(async () => (await content.page()).includes('data-counter="1">1</span>'), true)
    await content.create('certificates', { title: 'Swimming' })
    await eventually(async () => (await content.page()).includes('data-counter="2">2</span>'), true)
    const shown = await content.page()
    for (const text of ['Certificates', 'Languages', 'Fluent (C1)']) expect(shown).toContain(text)
    expect(shown).not.toContain('href="/#certificates"')
  })

  it('has case studies: the page and the dialog show the same facts', async () => {
    const project = (await content.list('projects')).find(({ data }) => data.slug === 'tideline')
    await content.call('PATCH', `/entries/projects/${project?.id}`, { data: caseStudy }, project?.version)
    await content.page()
    const page = await site.visit('/projects/tideline', { javaScriptEnabled: false })
    const own = await facts(page)
    for (const text of ['Sundlinjen', 'March to June 2023', 'Ingrid Aune, Jon Vik', 'Site of the day', 'The source'])
      expect(own).toContain(text)
    const one = await site.visit('/')
    await openOver(one.locator('a[data-project][href="/projects/tideline"]'))
    await one.getByRole('dialog').locator('.project-facts').waitFor()
    await eventually(() => facts(one), own)
  })

  it('is accessible and as wide as the window, in both directions', async () => {
    const page = await site.open({ reducedMotion: 'reduce' })
    for (const address of ['/#resume', '/projects/tideline']) {
      await page.goto(address)
      for (const appearance of appearances)
        for (const dir of ['ltr', 'rtl']) {
          await turnTo(page, appearance)
          await page.evaluate((dir: string) => document.documentElement.setAttribute('dir', dir), dir)
          expect(await axeViolations(page), `${address} ${dir}, ${appearance.width} px`).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(appearance.width)
        }
    }
  })
})
