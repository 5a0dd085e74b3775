import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, started } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** All of a form at once: a foot that sticks to the window's edge moves with nothing. */
const tall = { height: 3200 }

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))

/** Resolves once the screen has not grown for half a second of frames: what comes late, such as the categories, has its place. */
const grown = (page: Page) =>
  page.locator('main').evaluate(
    (main) =>
      new Promise<void>((done) => {
        let [height, same] = [0, 0]
        const look = () => {
          same = main.scrollHeight === height ? same + 1 : 0
          height = main.scrollHeight
          if (same < 30) requestAnimationFrame(look)
          else done()
        }
        look()
      }),
  )

/** Notes the buttons that are clicked, and keeps the clicks from doing anything. */
const noteClicks = (page: Page) =>
  page.evaluate(() => {
    const clicked: (string | undefined)[] = []
    Object.assign(window, { clicked })
    addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        clicked.push((event.target as Element).closest('button')?.textContent)
      },
      true,
    )
  })

/** What watches presses is fetched when the pointer first moves: a hand comes from somewhere. */
const watched = async (page: Page) => {
  await eventually(
    () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/press-'))),
    true,
  )
  await started(page)
}

/**
 * Returns what keeps all answers of the server from the page until it is called again: a form that is pressed holds them back for a
 * second, and on a slow machine a press takes longer.
 */
const holdAnswers = async (page: Page) => {
  let released = Promise.resolve()
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    released = promise
    return resolve
  }
}

const fieldsIn =
  'input:not([type=checkbox],[type=radio],[type=file],[type=range],[type=datetime-local],[readonly]), textarea'

/** Something to complete, to check or to divide. */
const textFor = async (field: Locator): Promise<string> => {
  const [type, mode] = await Promise.all([field.getAttribute('type'), field.getAttribute('inputmode')])
  if (mode === 'url') return 'github.com/ada'
  if (type === 'number') return '1999'
  if (type === 'date') return '2099-01-01'
  return type === 'email' ? 'ada' : 'word'
}

/** Presses the main button of each form on the screen out of each of its fields. */
const pressOutOfFields = async (page: Page) => {
  const hold = await holdAnswers(page)
  const pressed: string[] = []
  const wrong: string[] = []
  for (const form of await page.locator('form:visible').all()) {
    const id = await form.getAttribute('id')
    const own = form.locator('[data-publish], [type=submit]')
    const button =
      (await own.count()) > 0 ? own.first() : page.locator(`[form="${id}"], [aria-keyshortcuts^="Control+Enter"]`)
    for (const field of await form.locator(fieldsIn).filter({ visible: true }).all()) {
      const name = `${await field.getAttribute('name')} of ${(await form.getAttribute('aria-label')) ?? id}`
      if (await field.isDisabled()) continue
      await field.fill(await textFor(field))
      if ((await button.count()) === 0 || !(await button.isEnabled())) continue
      const release = hold()
      // What came a moment ago is drawn.
      await twoFrames(page)
      const before = await button.boundingBox()
      if (!before) throw new Error(`No button for ${name}`)
      await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
      await page.mouse.down()
      await twoFrames(page)
      const after = await button.boundingBox()
      await page.mouse.up()
      release()
      const clicked = await page.evaluate(() => (window as unknown as { clicked: string[] }).clicked.splice(0))
      pressed.push(name)
      // A pressed button sinks by a pixel.
      const by = Math.hypot((after?.x ?? 0) - before.x, (after?.y ?? 0) - before.y)
      if (by > 1) wrong.push(`${name} moved the button by ${by} px`)
      if (clicked.join() !== (await button.textContent())) wrong.push(`${name} lost the press: ${clicked}`)
    }
  }
  return { pressed, wrong }
}

describe('a press', () => {
  // Each kind of field and each kind of form; the others are made of the same.
  it.each([
    '/admin/start',
    '/admin/chat/create',
    '/admin/portfolio/create',
    '/admin/job/create',
    '/admin/settings?tab=links',
    '/admin/settings/connections',
    '/admin/contact/spam-rules',
    '/admin/user',
  ])('counts, and nothing moves under it, out of every field of %s', async (address) => {
    const page = await site.openAs(ada, tall)
    await goTo(page, address)
    await page.locator('main form:visible').first().waitFor()
    await grown(page)
    await page.mouse.move(1, 1)
    await watched(page)
    await noteClicks(page)
    const { pressed, wrong } = await pressOutOfFields(page)
    expect(pressed).not.toEqual([])
    expect(wrong).toEqual([])
  })

  it('holds back an answer that comes meanwhile', async () => {
    const page = await site.openAs(ada)
    await goTo(page, '/admin/settings')
    await page.mouse.move(1, 1)
    await watched(page)
    await page.clock.install()
    const isSave = (request: Request) =>
      request.method() === 'PATCH' && new URL(request.url()).pathname === '/api/settings'
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/settings**', async (route) => {
      if (!isSave(route.request())) return route.fallback()
      const response = await route.fetch()
      asked.resolve()
      await answered.promise
      return route.fulfill({ response })
    })
    await page.getByLabel('Role').fill('Keeper of a lighthouse')
    await asked.promise
    // It would wait for a second, of which none passes.
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.locator('main h1').hover()
    await page.mouse.down()
    const saved = page.getByText('Saved', { exact: true })
    const coming = page.waitForResponse((response) => isSave(response.request()))
    answered.resolve()
    await (await coming).finished()
    // Later than whatever the form does with it.
    await page.evaluate(async () => (await fetch('/robots.txt')).text())
    expect(await saved.count()).toBe(0)
    await page.mouse.up()
    await page.clock.resume()
    await saved.waitFor()
  })

  it('publishes at once what it has completed', async () => {
    const page = await site.visitAs(ada, '/admin/certificate/create', tall)
    await page.locator('[name=title]').fill('Knots')
    await page.locator('[name=issuer]').fill('Harbour school')
    await page.locator('[name=year]').fill('2024')
    await page.locator('[name=url]').fill('github.com/ada')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Certificate published').waitFor()
    expect(await content.column('certificates', 'url')).toEqual(['https://github.com/ada'])
  })
})

/** Rows that go when something in them is pressed, by the screen they are on: at once, and once the server has answered. */
const lists: readonly (readonly [string, string, (page: Page) => Promise<Locator>])[] = [
  [
    'tags of a project',
    '/admin/portfolio/create',
    async (page) => {
      await page.locator('[name=tags]').fill('one, two, three,')
      return page.locator('.tag button')
    },
  ],
  [
    'API tokens',
    '/admin/user',
    async (page) => {
      for (const name of ['one', 'two', 'three']) await content.call('POST', '/tokens', { name, scope: 'read' })
      await page.reload()
      return page.getByRole('button', { name: /^Revoke/ })
    },
  ],
]

describe('a double click', () => {
  it.each(lists)('takes one row out of %s, and the next stays', async (_, address, prepare) => {
    const page = await site.visitAs(ada, address)
    await page.locator('main h1').waitFor()
    const rows = await prepare(page)
    await rows.nth(2).waitFor()
    const count = await rows.count()
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/tokens') && request.method() !== 'GET') writes.push(request.url())
    })
    await rows.nth(1).hover()
    await watched(page)
    await rows.nth(1).dblclick()
    await eventually(() => rows.count(), count - 1)
    await started(page)
    expect([await rows.count(), writes.length <= 1]).toEqual([count - 1, true])
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
  })

  it('deletes one entry; the row keeps its place, and one Undo takes back what a hand deletes in a row', async () => {
    const page = await site.openAs(ada)
    await page.clock.install()
    await goTo(page, '/admin/service')
    const before = (await content.column('services', 'title')) as string[]
    const row = (at: number) => page.getByRole('row', { name: new RegExp(before[at] ?? '') })
    const remove = (at: number) => row(at).getByRole('button', { name: 'Delete' })
    await row(2).waitFor()
    const place = await row(2).boundingBox()
    // The place is kept for three seconds, of which none pass before it was looked at.
    await page.clock.pauseAt(Date.now() + 10_000)
    await remove(1).dblclick()
    // At once, before the server has answered.
    expect([await row(2).boundingBox(), await row(1).count()]).toEqual([place, 0])
    await page.clock.resume()
    await page.getByText('Service deleted').waitFor()
    expect(await content.column('services', 'title')).toEqual(before.toSpliced(1, 1))
    await remove(2).click()
    // Under the pointer it stays.
    await page.getByText('2 services deleted').hover()
    expect(await content.column('services', 'title')).toEqual(before.toSpliced(1, 2))
    await eventually(() => page.locator('.row-gone').count(), 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => content.column('services', 'title'), before)
    await row(1).waitFor()
  })
})

describe('a press that is held while two answers come', () => {
  it('leaves each act its own Undo', async () => {
    const page = await site.openAs(ada)
    await goTo(page, '/admin/service')
    const before = (await content.column('services', 'title')) as string[]
    const remove = (at: number) =>
      page.getByRole('row', { name: new RegExp(before[at] ?? '') }).getByRole('button', { name: 'Delete' })
    const held: (() => void)[] = []
    await page.route('**/api/entries/services/*', async (route) => {
      if (route.request().method() === 'DELETE') await new Promise<void>((go) => held.push(go))
      await route.continue()
    })
    let answered = 0
    page.on('requestfinished', (request) => {
      if (request.method() === 'DELETE') answered += 1
    })
    await remove(0).hover()
    await watched(page)
    for (const at of [0, 1]) await remove(at).press('Enter')
    await eventually(async () => held.length, 2)
    await page.locator('h1').hover()
    await page.mouse.down()
    for (const go of held) go()
    await eventually(async () => answered, 2)
    await started(page)
    await page.mouse.up()
    // Under the pointer it stays.
    await page.getByText('2 services deleted').hover()
    expect(await content.column('services', 'title')).toEqual(before.slice(2))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => content.column('services', 'title'), before)
  })
})

describe('an act on several entries', () => {
  it('that some refuse looks like a failure, names them as links, and keeps them selected', async () => {
    const gallery = { id: 'g', kind: 'gallery', images: [{ image: null, caption: 'Soon' }] }
    const titles = ['Ash', 'Birch', 'Cedar', 'Downy oak', 'Elm']
    for (const title of titles)
      await content.create('pages', { title, slug: title.toLowerCase().replace(' ', '-'), blocks: [gallery] }, false)
    await content.create('pages', { title: 'Fir', slug: 'fir', blocks: [] }, false)
    const page = await site.visitAs(ada, '/admin/page')
    await page.getByRole('checkbox', { name: 'Select all pages' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    await bar.getByRole('button', { name: 'Publish', exact: true }).click()
    const failure = page.getByRole('alert').filter({ hasText: '5 pages could not be published' })
    await failure.waitFor()
    await page.getByRole('status').filter({ hasText: '1 page published' }).waitFor()
    expect(await failure.getByRole('link').count()).toBe(3)
    await failure.getByText('and 2 more').click()
    expect(await failure.getByRole('link').allTextContents()).toEqual(titles)
    await bar.getByText('5 selected').waitFor()
    const [first] = await content.list('pages')
    await failure.getByRole('link', { name: 'Ash' }).click()
    await page.waitForURL(`**/admin/page/edit/${first?.id}`)
    await failure.getByRole('button', { name: 'Close' }).click()
    await eventually(() => failure.count(), 0)
  })
})
