import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const service = async (at: number) => {
  const entry = (await content.list('services'))[at]
  if (!entry) throw new Error('The samples have no such service.')
  return entry
}
const stored = async (id: string, field = 'text') => (await content.get('services', id)).data[field]

const keptTitles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        indexedDB.open('vitrine').onsuccess = ({ target }) => {
          const all = (target as IDBOpenDBRequest).result.transaction('copies').objectStore('copies').getAll()
          all.onsuccess = () => resolve(all.result.map(({ values }) => values.title))
        }
      }),
  )

describe('autosave', () => {
  it('sends only the changed field as a draft with its version after the debounce, and keeps the page unchanged', async () => {
    const { id, version } = await service(0)
    const page = await site.openAs(ada)
    await page.clock.install()
    await page.goto(`/admin/service/edit/${id}`)
    const calls: Request[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') calls.push(request)
    })
    await page.getByLabel('Text').waitFor()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.getByLabel('Text').fill('')
    for (const key of 'Typed slowly') {
      await page.clock.runFor(60)
      await page.keyboard.type(key)
    }
    await page.clock.runFor(790)
    expect(calls).toEqual([])
    await page.clock.resume()
    await page.getByText('Saved', { exact: true }).waitFor()
    await eventually(() => stored(id), 'Typed slowly')
    expect(calls).toHaveLength(1)
    const [call] = calls as [Request]
    expect(call.postDataJSON()).toMatchObject({ data: { text: 'Typed slowly' }, publish: false })
    expect(call.headers()['if-match']).toBe(`"${version}"`)
    await page.locator('main').getByText('Visitors see the version of').waitFor()
    expect(await content.page()).not.toContain('Typed slowly')
  })

  it('says when this device has no room for what is not saved, and keeps it once there is room', async () => {
    const page = await site.visitAs(ada, '/admin/service/create')
    const title = page.getByLabel('Title')
    await title.waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
    await title.fill('Nowhere to go')
    await page.getByText('this device has no room to keep it').waitFor()
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url })
    await title.fill('Room again')
    await page.getByText('Kept on this device').waitFor()
    await page.reload()
    await eventually(() => title.inputValue(), 'Room again')
  })

  it('opens the storage of this device again when the browser has closed it', async () => {
    const page = await site.openAs(ada)
    await page.addInitScript(() => {
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given)
        const all = globalThis as { opened?: IDBOpenDBRequest[] }
        all.opened = [...(all.opened ?? []), request]
        return request
      }
    })
    await page.goto('/admin/service/create')
    const title = page.getByLabel('Title')
    await title.fill('Before')
    await page.getByText('Kept on this device').waitFor()
    // As a phone does while the page is in the background.
    await page.evaluate(() => {
      for (const { result } of (globalThis as { opened?: IDBOpenDBRequest[] }).opened ?? []) result.close()
    })
    await title.fill('After')
    await eventually(() => keptTitles(page), ['After'])
  })

  it('brings back two texts that closed windows left one after the other, each whole', async () => {
    const page = await site.openAs(ada)
    const left = [
      { title: 'Rigging', text: 'Of masts' },
      { title: 'Caulking', text: '' },
    ]
    const windows = await Promise.all(left.map(() => page.context().newPage()))
    for (const window of windows) await window.goto(`${site.url}/admin/service/create`)
    for (const [at, { title, text }] of left.entries()) {
      await windows[at]?.getByLabel('Title').fill(title)
      await windows[at]?.getByRole('textbox', { name: 'Text' }).fill(text)
    }
    await page.goto('/admin/media')
    await eventually(async () => (await keptTitles(page)).sort(), ['Caulking', 'Rigging'])
    for (const window of windows) await window.close()
    // The browser lets go of what a closed window held a moment later.
    const held = () =>
      page.evaluate(
        async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.includes('/new/')).length,
      )
    await eventually(held, 0)
    for (const { title, text } of left.toReversed()) {
      await page.goto('/admin/service/create')
      await page.getByText('Unsaved text recovered').waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe(title)
      expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe(text)
      await page.keyboard.press('ControlOrMeta+s')
      await page.waitForURL('**/admin/service/edit/*')
    }
  })

  it.each([
    ['has room', undefined, 'Kept on this device'],
    ['has none', 1, 'this device has no room to keep it'],
  ])(
    'keeps what is typed while a new entry is on its way, also when the line breaks right then, on a device that %s',
    async (room, quotaSize, note) => {
      const page = await site.visitAs(ada, '/admin/service/create')
      const session = await page.context().newCDPSession(page)
      if (quotaSize) await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize })
      const held = Promise.withResolvers<void>()
      await page.route('**/api/entries/services', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.route('**/api/entries/services/*', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      const title = `Late, the device ${room}`
      await page.getByLabel('Title').fill(title)
      await page.getByText(note).waitFor()
      const begun = page.waitForRequest('**/api/entries/services')
      await page.keyboard.press('ControlOrMeta+s')
      await begun
      await page.getByRole('textbox', { name: 'Text' }).fill('Typed meanwhile')
      held.resolve()
      await page.waitForURL('**/admin/service/edit/*')
      await eventually(() => page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Typed meanwhile')
      await page.unrouteAll()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await eventually(() => stored(id), 'Typed meanwhile')
    },
  )

  it('tells that a new entry is stored, and leads nobody to it who has left its form', async () => {
    const page = await site.visitAs(ada, '/admin/service/create')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/entries/services', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByLabel('Title').fill('Left on its way')
    await page.getByText('Kept on this device').waitFor()
    const begun = page.waitForRequest('**/api/entries/services')
    await page.keyboard.press('ControlOrMeta+s')
    await begun
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor()
    held.resolve()
    await page.getByText('Saved as a draft').waitFor()
    await eventually(() => keptTitles(page), [])
    expect(new URL(page.url()).pathname).toBe('/admin/media')
  })

  it('keeps in the tab what the device has no room for, until it is saved', async () => {
    const page = await site.visitAs(ada, '/admin/service/create')
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
    const title = page.getByLabel('Title')
    const list = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Service' })
    const createAnother = async () => {
      await page.getByRole('link', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'Create service' }).waitFor()
      await title.waitFor()
    }
    await title.fill('Held by the tab')
    await page.getByText('this device has no room to keep it').waitFor()
    await list.click()
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asks.getByText('It stays as long as this tab is open').waitFor()
    await asks.getByRole('button', { name: 'Leave' }).click()
    await createAnother()
    await page.getByText('Unsaved text recovered').waitFor()
    expect(await title.inputValue()).toBe('Held by the tab')
    await page.keyboard.press('ControlOrMeta+s')
    await page.waitForURL('**/admin/service/edit/*')
    await list.click()
    await createAnother()
    expect(await title.inputValue()).toBe('')
  })

  it('keeps typing while offline and catches up', async () => {
    const { id } = await service(1)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await page.getByLabel('Text').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Text').fill('Written in a tunnel')
    await page.getByText('Offline – kept on this device').waitFor()
    expect(await stored(id)).not.toBe('Written in a tunnel')
    await page.context().setOffline(false)
    await eventually(() => stored(id), 'Written in a tunnel')
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  it.each([
    ['a login page', 200],
    ['a router that knows no server', 404],
  ])('goes on by itself once the server answers again in place of %s', async (who, status) => {
    const { id } = await service(1)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await page.getByLabel('Text').waitFor()
    await page.route(`**/api/entries/services/${id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status, contentType: 'text/html', body: '<h1>Elsewhere</h1>' })
        : route.continue(),
    )
    const typed = `Written behind ${who}`
    await page.getByLabel('Text').fill(typed)
    await page.getByText('Offline – kept on this device').waitFor()
    expect(await stored(id)).not.toBe(typed)
    await page.unrouteAll()
    await eventually(() => stored(id), typed)
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  it('names the categories of the other side, not their ids', async () => {
    const [project] = await content.list('projects')
    if (!project) throw new Error('The samples have no project.')
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${project.id}`)
    const categories = page.getByRole('group', { name: 'Categories' })
    await categories.getByLabel('Photos').waitFor()
    await content.call('PATCH', `/entries/projects/${project.id}`, { data: { categories: ['brand'] } }, project.version)
    await categories.getByLabel('Photos').check()
    const question = page.getByRole('group', { name: 'Categories was changed elsewhere' })
    await question.locator('.their-text', { hasText: /^Brand$/ }).waitFor()
    await question.getByRole('button', { name: 'Use the other version' }).click()
    await eventually(async () => (await content.get('projects', project.id)).data.categories, ['brand'])
  })

  it('focuses a conflict that appears while publishing, and waits for the answer', async () => {
    const { id, version } = await service(4)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.waitFor()
    await content.call('PATCH', `/entries/services/${id}`, { data: { text: 'Theirs, late' }, publish: false }, version)
    await text.fill('Mine, published at once')
    await page.keyboard.press('ControlOrMeta+Enter')
    const keep = page
      .getByRole('group', { name: 'Text was changed elsewhere' })
      .getByRole('button', { name: 'Keep mine' })
    await keep.waitFor()
    await eventually(() => keep.evaluate((button) => button === document.activeElement), true)
    expect(await content.page()).not.toContain('Mine, published at once')
    await page.keyboard.press('Enter')
    await eventually(() => stored(id), 'Mine, published at once')
  })

  it('recovers text typed right before the browser crashed', async () => {
    const { id } = await service(5)
    const first = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await first.getByLabel('Text').waitFor()
    // Nothing gets through any more, and then the page dies in the middle of a word.
    await first.route('**/api/entries/**', (route) => route.abort())
    await first.getByLabel('Text').fill('')
    await first.getByLabel('Text').pressSequentially('The last wor')
    const devtools = await first.context().newCDPSession(first)
    const crashed = first.waitForEvent('crash')
    void devtools.send('Page.crash').catch(() => {})
    await crashed
    const second = await first.context().newPage()
    await second.goto(`${site.url}/admin/service/edit/${id}`)
    await second.getByText('Unsaved text recovered').waitFor()
    expect(await second.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('The last wor')
    await eventually(() => stored(id), 'The last wor')
  })

  it('saves on leaving without asking when the server answers', async () => {
    const { id } = await service(0)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await page.getByLabel('Title').fill('On the way out')
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('heading', { name: 'Media' }).waitFor()
    expect(await stored(id, 'title')).toBe('On the way out')
  })
})
