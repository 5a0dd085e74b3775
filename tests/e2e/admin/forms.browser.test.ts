import path from 'node:path'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const image = path.resolve(import.meta.dirname, '../../../dist/client/icon-192.png')

const fillJob = async (page: Page, name: string) => {
  for (const [label, value] of [
    ['Start year', '1842'],
    ['End year', '1843'],
    ['Name', name],
    ['Program', 'Engines'],
    ['About', 'Notes.'],
  ] as const)
    await page.getByLabel(label).fill(value)
}

describe('creating', () => {
  it('about uploads its image, goes live and leads to /admin', async () => {
    const page = await site.visitAs(ada, '/admin/about/create')
    await page.locator('input[type=file]').setInputFiles(image)
    await page.getByText('icon-192.png').waitFor()
    for (const [label, value] of [
      ['Name', 'Ada Byron'],
      ['Email', 'ada@example.com'],
      ['Age', '36'],
      ['From', 'London'],
      ['Lives in', 'Marylebone'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(`${site.url}/admin`)
    await page.getByRole('link', { name: 'Ada Byron' }).waitFor()
    const made = (await content.list('about')).at(-1)
    expect(made).toMatchObject({ order: 2, status: 'published', data: { age: 36, live: 'Marylebone' } })
    expect(await content.page()).toContain('icon')
  })

  // One of the collections: what becomes of a new entry is held for each of them by the contract of collections.
  it('job leads to its table at /admin/resume, one place after the last', async () => {
    const before = (await content.list('experiences')).length
    const page = await site.visitAs(ada, '/admin/job/create')
    await fillJob(page, 'Translator')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/admin/resume')
    const entries = await content.list('experiences')

    expect(entries.length).toBe(before + 1)
    expect(entries.at(-1)?.order).toBe(before + 1)
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['does not come', (route) => route.abort()],
    ['is that of a proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' })],
  ])('stores it once when the answer %s and it is published again, by a clock hours ahead', async (way, answer) => {
    const page = await site.openAs(ada)
    await page.clock.setSystemTime(Date.now() + 3 * 60 * 60 * 1000)
    await page.goto('/admin/job/create')
    await fillJob(page, `Told twice, it ${way}`)
    let lost = 0
    await page.route('**/api/entries/experiences', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await answer(route)
    })
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await page.getByText('The server cannot be reached').waitFor()
    const connected = page.getByText('What failed can be repeated now: “Not saved; your text is kept here”.')
    await Promise.all([connected.waitFor(), publish.click()])
    await page.waitForURL((url) => url.pathname === '/admin/resume')
    const made = (await content.list('experiences')).filter(({ data }) => data.name === `Told twice, it ${way}`)
    expect([lost, made.length]).toEqual([1, 1])
  })

  it('stores it once when the page is loaded again before the answer comes, and it is published again', async () => {
    const page = await site.visitAs(ada, '/admin/job/create')
    await fillJob(page, 'Loaded again')
    const stored = Promise.withResolvers<void>()
    let lost = 0
    await page.route('**/api/entries/experiences', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      stored.resolve()
    })
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await stored.promise
    await page.reload()
    await page.getByText('Unsaved text recovered').waitFor()
    await publish.click()
    await page.waitForURL((url) => url.pathname === '/admin/resume')
    const made = (await content.list('experiences')).filter(({ data }) => data.name === 'Loaded again')
    expect([lost, made.length]).toEqual([1, 1])
  })

  it('marks each missing field, focuses the first and sends nothing', async () => {
    const page = await site.visitAs(ada, '/admin/chat/create')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent++
    })
    await page.getByLabel('Country').fill('England')
    await page.getByLabel('Email').fill('nonsense')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Full name is required.').waitFor()
    await page.getByText('Enter an email address like name@example.com.').waitFor()
    const name = page.getByLabel('Full name')
    await eventually(() => name.evaluate((element) => element === document.activeElement), true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toBe(0)
  })

  it('a project proposes its address from the title, by keyboard alone, and lands on the page', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    await page.getByLabel('Title').focus()
    await page.keyboard.type('Café Ørsted & Co.')
    await eventually(() => page.getByLabel('Address').inputValue(), 'cafe-orsted-co')
    await page.getByRole('button', { name: 'Choose image' }).focus()
    await page.keyboard.press('Enter')
    const picker = page.getByRole('dialog', { name: 'Choose an image' })
    // It takes the focus a moment after it is there.
    await picker.locator(':focus').waitFor()
    await picker.locator('.media-choice').first().press('Enter')
    await eventually(() => picker.count(), 0)
    await page.getByLabel('Summary').focus()
    await page.keyboard.type('Tables that remember.')
    await page.getByLabel('Tags').focus()
    await page.keyboard.type('react,still typing')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.waitForURL(`${site.url}/admin/portfolio`)
    const made = (await content.list('projects')).at(-1)
    expect(made?.data).toMatchObject({ slug: 'cafe-orsted-co', tags: ['react', 'still typing'] })
    await content.page()
    expect((await fetch(`${site.url}/projects/cafe-orsted-co`)).status).toBe(200)
  })

  it('keeps typed text across a reload and asks before leaving', async () => {
    const page = await site.visitAs(ada, '/admin/service/create')
    await page.getByLabel('Title').fill('Half a thought')
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Media' }).waitFor()
    await page.goto('/admin/service/create')
    await page.getByText('Unsaved text recovered').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a thought')
    await page.getByRole('button', { name: 'Discard' }).click()
    await eventually(() => page.getByLabel('Title').inputValue(), '')
    await page.reload()
    await page.getByLabel('Title').waitFor()
    expect(await page.getByText('Unsaved text recovered').count()).toBe(0)
  })
})

describe('editing', () => {
  it('a testimonial, published and closed, goes live and leads to /admin/chat', async () => {
    const [first] = await content.list('testimonials')
    const page = await site.visitAs(ada, '/admin/chat')
    await page
      .getByRole('row', { name: /Ingrid Aune/ })
      .getByRole('link', { name: 'Edit' })
      .click()
    await page.getByLabel('Feedback').fill('Shorter, and just as true.')
    await page.getByLabel('Stars').fill('3')
    await page.getByRole('button', { name: 'Publish and close' }).click()
    await page.waitForURL(`${site.url}/admin/chat`)
    expect((await content.get('testimonials', first?.id ?? '')).data).toMatchObject({
      feedback: 'Shorter, and just as true.',
      star: 3,
    })
    expect(await content.page()).toContain('Shorter, and just as true.')
  })

  it('marks a slug that is taken', async () => {
    const projects = await content.list('projects')
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${projects[1]?.id}`)
    await page.getByLabel('Address').fill(String(projects[0]?.data.slug))
    await eventually(() => page.getByLabel('Address').getAttribute('aria-invalid'), 'true')
    await page.getByText('Not saved: see the marked field.').waitFor()
    await page.getByLabel('Summary').fill('The other fields are saved all the same.')
    await eventually(
      async () => (await content.get('projects', projects[1]?.id ?? '')).data.summary,
      'The other fields are saved all the same.',
    )
    await page.getByLabel('Address').fill(String(projects[1]?.data.slug))
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  it('an image that could not be loaded is not called deleted; one that is gone is', async () => {
    const [project] = await content.list('projects')
    const page = await site.openAs(ada)
    for (const [status, error, text] of [
      [500, 'internal', 'The image could not be loaded.'],
      [404, 'not-found', 'This image was deleted. Choose another.'],
    ] as const) {
      await page.route(`**/api/media/${project?.data.image}`, (route) =>
        route.fulfill({ status, json: { error, message: 'No image.' } }),
      )
      await page.goto(`/admin/portfolio/edit/${project?.id}`)
      await page.locator('[data-field=image]').getByText(text).waitFor()
    }
  })

  it('an entry that does not exist says so', async () => {
    const page = await site.visitAs(ada, '/admin/skill/edit/nothing')
    await page.getByText('There is no skill with the id').waitFor()
  })
})

describe('on a phone, the acts of a form', () => {
  const phone = { width: 360, height: 640 }
  const inSight = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { left, right, top, bottom, height } = button.getBoundingClientRect()
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return height >= 44 && bottom <= innerHeight && right <= innerWidth && button.contains(seen)
    })

  it.each(['/admin/portfolio/create', '/admin/contact/spam-rules'])(
    'of %s are in sight wherever it is scrolled, and cover no field that has the focus',
    async (address) => {
      const page = await site.visitAs(ada, address, phone)
      const main = address.endsWith('rules') ? 'Save' : 'Publish'
      const fields = page.locator('main form :is(input, textarea, select):visible')
      await fields.first().waitFor()
      for (const share of [0, 0.5, 0.8]) {
        await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share)
        await eventually(() => inSight(page, main), true)
      }
      await fields.first().focus()
      const count = Math.min(await fields.count(), 25)
      for (let at = 0; at < count; at += 1) {
        const isCovered = () =>
          page.locator('.form-bar').evaluate((bar) => {
            const field = document.activeElement?.getBoundingClientRect()
            return !bar.contains(document.activeElement) && (field?.bottom ?? 0) > bar.getBoundingClientRect().top + 1
          })
        await expect.poll(isCovered, { message: `field ${at}` }).toBe(false)
        await page.keyboard.press('Tab')
      }
    },
  )

  it('stand above a keyboard that is laid over the page', async () => {
    const page = await site.openAs(ada, phone)
    await page.addInitScript(() => {
      const view = Object.assign(new EventTarget(), { scale: 1, height: innerHeight, offsetTop: 0 })
      Object.defineProperty(window, 'visualViewport', { value: view })
    })
    await page.goto('/admin/portfolio/create')
    const bar = page.locator('.form-bar')
    await bar.waitFor()
    await page.evaluate(() => {
      Object.assign(window.visualViewport ?? new EventTarget(), { height: 340 }).dispatchEvent(new Event('resize'))
    })
    // What does it is fetched when the browser is idle.
    await eventually(() => bar.evaluate((element) => Math.round(element.getBoundingClientRect().bottom)), 340)
  })

  it('lead on by keyboard: what is published to add another is on the page', async () => {
    const page = await site.visitAs(ada, '/admin/skill/create', phone)
    await page.getByLabel('Name').fill('Splicing')
    await page.getByRole('button', { name: 'Other actions' }).focus()
    await page.keyboard.press('Enter')
    const first = page.getByRole('menuitem', { name: 'Publish and add another' })
    await eventually(() => first.evaluate((item) => item === document.activeElement), true)
    await page.keyboard.press('Enter')
    await page.getByText('Skill published').waitFor()
    await eventually(() => page.getByLabel('Name').inputValue(), '')
    expect((await content.list('skills')).at(-1)).toMatchObject({ status: 'published', data: { name: 'Splicing' } })
  })

  it('save a draft first where a new entry is published at a time', async () => {
    const page = await site.visitAs(ada, '/admin/skill/create', phone)
    const schedule = async () => {
      await page.getByRole('button', { name: 'Other actions' }).click()
      await page.getByRole('menuitem', { name: 'Publish at a time' }).click()
    }
    await schedule()
    await page.getByText('Name is required').waitFor()
    await page.getByLabel('Name').fill('Later')
    await schedule()
    await page.getByRole('dialog', { name: 'Publish at a time' }).getByLabel('Publish at', { exact: true }).waitFor()
    expect((await content.list('skills')).at(-1)).toMatchObject({ status: 'draft', data: { name: 'Later' } })
  })
})
