import { describe, expect, it } from 'vitest'
import { examples } from '../../src/model/content/examples.ts'
import { eventually } from '../support/browser.ts'
import { useSite } from './site.ts'

describe('Without JavaScript', () => {
  const site = useSite()
  const off = { javaScriptEnabled: false }

  it('everything there is to read can be read', async () => {
    const page = await site.visit('/', off)
    const shown = (await page.locator('main').innerText()).replace(/\s+/g, ' ')
    const words = [
      ...examples.testimonials.flatMap(({ fullname, country, feedback }) => [fullname, country, feedback]),
      ...examples.educations.flatMap(({ faculty, university }) => [faculty, university]),
      ...examples.experiences.flatMap(({ name, program }) => [name, program]),
      ...examples.services.flatMap(({ title, text }) => [title, text]),
      ...examples.skills.flatMap(({ name, percent }) => [name, `${percent}`]),
      ...examples.projects.map(({ title }) => title),
    ]
    expect(words.length).toBeGreaterThan(40)
    const missing = words.filter(
      (text) => !shown.toLowerCase().includes(text.replace(/\s+/g, ' ').trim().toLowerCase()),
    )
    expect(missing).toEqual([])
  })

  it('nothing is left invisible or waiting to be woken', async () => {
    const page = await site.visit('/', { ...off, width: 1280, height: 900 })
    for (const name of ['testimonial', 'portfolio', 'resume', 'job', 'contact']) {
      const section = page.locator(`#${name}`)
      await section.scrollIntoViewIfNeeded()
      expect(await section.isVisible(), name).toBe(true)
    }
    // Page scripts are off, those of the debugger are not.
    const faint = await page.locator('main :is(h1, h2, h3, p, li, dd, blockquote)').evaluateAll((elements) =>
      elements
        .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter(
          (element) =>
            element.closest('[hidden], [aria-hidden=true], dialog, [role=status], [data-error-for]') === null,
        )
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(faint).toEqual([])
  })

  it('the filters are addresses that show their projects and no others', async () => {
    const page = await site.visit('/', off)
    for (const category of ['design', 'brand', 'photos'] as const) {
      await page.locator(`[data-filters] a[data-filter="${category}"]`).click()
      await page.waitForURL(`**/${category}`)
      const expected = examples.projects.filter((project) => project.categories.includes(category))
      const shown = page.locator('[data-portfolio] li:visible a[data-project]')
      expect(await shown.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))).toEqual(
        expected.map(({ slug }) => `/projects/${slug}`),
      )
      const current = page.locator('[data-filters] a[aria-current=page]')
      expect(await current.getAttribute('data-filter')).toBe(category)
      // The whole page is there, not the portfolio alone.
      expect(await page.locator('#contact').count()).toBe(1)
    }
    await page.locator('[data-filters] a[data-filter="all"]').click()
    await eventually(() => page.locator('[data-portfolio] li:visible a[data-project]').count(), 7)
  })

  it('a project opens as a page with its details and ways on and back', async () => {
    const page = await site.visit('/', off)
    const card = page.locator('[data-portfolio] a[data-project]').first()
    const address = (await card.getAttribute('href')) ?? ''
    await card.click()
    await page.waitForURL(`**${address}`)
    const project = examples.projects.find(({ slug }) => address.endsWith(`/${slug}`))
    const text = await page.locator('article').innerText()
    expect(text).toContain(project?.title)
    expect(text).toContain(project?.summary.slice(0, 40))
    await page.locator('a[rel=next]').click()
    await page.waitForURL((url) => url.pathname.startsWith('/projects/') && url.pathname !== address)
    await page.locator('a[href^="/"]:not([href^="/projects"])').first().click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  it('the menu of a small screen opens, leads to a section and closes', async () => {
    const page = await site.visit('/', { ...off, width: 390, height: 844 })
    await page.locator('header a[href="#menu"]').click()
    const menu = page.locator('#menu')
    await menu.waitFor()
    await menu.getByRole('link', { name: /contact/i }).click()
    await menu.waitFor({ state: 'hidden' })
    await eventually(async () => new URL(page.url()).hash, '#contact')
  })

  it('an invalid message comes back with everything typed and what is wrong', async () => {
    const page = await site.visit('/#contact', off)
    // A browser would hold back most of it by itself; an address that only looks like one gets through.
    await page.locator('[name=user_name]').fill('Ada Lovelace')
    await page.locator('[name=user_email]').fill('ada@localhost')
    await page.locator('[name=message]').fill('I need a website.\nSoon & well — “please” <now>.')
    await page.locator('#contact button[type=submit]').click()
    await page.locator('[name=user_email][aria-invalid=true]').waitFor()
    expect(await page.locator('[name=user_name]').inputValue()).toBe('Ada Lovelace')
    expect(await page.locator('[name=user_email]').inputValue()).toBe('ada@localhost')
    expect(await page.locator('[name=message]').inputValue()).toBe('I need a website.\nSoon & well — “please” <now>.')
    expect(await page.locator('[data-error-for=user_email]').innerText()).toContain('name@example.com')
    expect(await page.locator('[name=user_name]').getAttribute('aria-invalid')).not.toBe('true')
  })

  it('a good message is sent, and the page says so', async () => {
    const page = await site.visit('/#contact', off)
    await page.locator('[name=user_name]').fill('Ada Lovelace')
    await page.locator('[name=user_email]').fill('ada@example.com')
    await page.locator('[name=message]').fill('I need a website.')
    await page.locator('#contact button[type=submit]').click()
    await page.waitForURL('**/?sent=1#contact')
    const said = page.getByText('Your email has been sent successfully!')
    await said.scrollIntoViewIfNeeded()
    expect(await said.isVisible()).toBe(true)
    await page
      .locator('#contact')
      .getByRole('link', { name: /another/i })
      .click()
    expect(await page.locator('[name=message]').inputValue()).toBe('')
  })
})
