import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { sideways } from '../site.ts'
import { contentOf } from './content.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const titles = (page: Page) => page.locator('.entry-table tbody .row-title').allTextContents()

describe('a table', () => {
  it('shows its entries in order, each with Edit and Delete, and Create; at any width titles have room, and a picture what counts of it', async () => {
    const image = (await content.list('projects'))[0]?.data.image
    await content.call('PATCH', `/media/${image}`, { focus: { x: 0.8, y: 0.2 } })
    const page = await site.openAs(ada)
    for (const [address, names, links] of [
      ['/admin', ['About'], ['about']],
      ['/admin/chat', ['Testimonials'], ['chat']],
      ['/admin/portfolio', ['Projects'], ['portfolio']],
      ['/admin/resume', ['Education', 'Experience', 'Skills'], ['education', 'job', 'skill']],
      ['/admin/service', ['Services'], ['service']],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await goTo(page, address)
      for (const [at, name] of names.entries()) {
        const table = page.getByRole('table', { name })
        await table.waitFor()
        const rows = await table.locator('tbody tr').count()
        expect(rows).toBeGreaterThan(0)
        expect(await table.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(rows)
        expect(await table.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(rows)
        const create = page.getByRole('region', { name }).getByRole('link', { name: 'Create' })
        expect(await create.getAttribute('href')).toBe(`/admin/${links[at]}/create`)
      }
      // A column for the status or none; a table or, below some width, its entries as items; a phone.
      for (const width of [1280, 1024, 768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const least = () =>
          page
            .locator('.row-title')
            .evaluateAll((all) => Math.min(...all.map((one) => one.closest('td, .entry-item-text')?.clientWidth ?? 0)))
        await eventually(async () => (await least()) > 140, true)
        // On a phone the sidebar waits beyond the edge.
        const beyond = async () => (await sideways(page)).filter((one) => !one.startsWith('NAV'))
        // The table chooses its columns again when its width changes.
        await expect.poll(beyond, { message: `${address}, ${width} px` }).toEqual([])
        await page.getByRole('button', { name: 'More' }).first().click({ trial: true })
      }
    }
    await goTo(page, '/admin/portfolio')
    const picture = page.locator('.thumb img').first()
    expect(await picture.evaluate((element) => getComputedStyle(element).objectPosition)).toBe('80% 20%')
    // On a phone a list.
    const list = page.getByRole('list', { name: 'Projects' })
    expect(await list.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(7)
  })

  it('finds words with or without accents', async () => {
    const page = await site.visitAs(ada, '/admin/chat')
    await page.getByRole('searchbox', { name: 'Search testimonials' }).fill('graca')
    await eventually(() => titles(page), ['Graça Teles'])
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('Nothing found').waitFor()
  })

  it('unpublishes next to what visitors see, keeps the focus in its row, and takes it back', async () => {
    const page = await site.visitAs(ada, '/admin/service', { width: 1280 })
    const [first] = await content.list('services')
    const status = async () => (await content.list('services'))[0]?.status
    const row = page.getByRole('row').filter({ hasText: String(first?.data.title) })
    await row.getByRole('button', { name: 'Unpublish' }).press('Enter')
    // Under the pointer it stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await row.getByText('Unpublished').waitFor()
    expect(await status()).toBe('draft')
    await eventually(() => row.evaluate((element) => element.contains(document.activeElement)), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(status, 'published')
  })

  it('selects a range with Shift, runs an action on it and undoes it at once', async () => {
    const page = await site.visitAs(ada, '/admin/service')
    const before = await content.list('services')
    await page
      .getByRole('checkbox', { name: /^Select .*/ })
      .nth(2)
      .click()
    await page
      .getByRole('checkbox', { name: /^Select .*/ })
      .nth(4)
      .click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    await bar.getByText('3 selected').waitFor()
    // What is selected before the list is read again stays selected.
    const reading = Promise.withResolvers<void>()
    await page.route('**/api/entries/services?*', async (route) => {
      await reading.promise
      await route.continue()
    })
    await bar.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('3 services unpublished').waitFor()
    const states = async () => (await content.list('services')).map(({ status }) => status)
    expect(await states()).toEqual(['published', 'draft', 'draft', 'draft', 'published', 'published'])
    await page.getByRole('checkbox', { name: 'Select all services' }).click()
    await bar.getByText('6 selected').waitFor()
    reading.resolve()
    await bar.getByRole('button', { name: 'Delete' }).click()
    // Under the pointer it stays.
    await page.getByText('6 services deleted').hover()
    await page.getByText('No services yet').waitFor()
    expect(await content.list('services')).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).last().waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(
      async () => (await content.list('services')).map(({ id }) => id),
      before.map(({ id }) => id),
    )
    await eventually(() => page.locator('.entry-row').count(), 6)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await page.getByText('No services yet').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => page.locator('.entry-row').count(), 6)
  })

  it('gives several entries the same value of a field, as drafts, with one change in History', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const before = await content.list('projects')
    await page.getByRole('checkbox', { name: 'Select all projects' }).click()
    await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Edit a field' }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${before.length} projects` })
    await dialog.getByLabel('Field').selectOption('Year')
    await dialog.getByLabel('Year').fill('1700')
    await dialog.getByRole('button', { name: /^Change/ }).click()
    await dialog.getByText('must be a whole number from 1950 to 2200').waitFor()
    expect(calls).toEqual([])
    await dialog.getByLabel('Year').fill('2024')
    await dialog.getByRole('button', { name: /^Change/ }).click()
    // Under the pointer it stays.
    await page.getByText(/projects changed, as drafts/).hover()
    expect(calls).toEqual(['PATCH /api/entries/projects'])
    const after = await content.list('projects')
    expect(after.every(({ data }) => data.year === 2024)).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(
      async () => (await content.list('projects')).map(({ data }) => data.year),
      before.map(({ data }) => data.year),
    )
  })

  it('gives several entries an image that is uploaded in the dialog', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.getByRole('checkbox', { name: 'Select all projects' }).click()
    await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Edit a field' }).click()
    const dialog = page.getByRole('dialog', { name: /^Edit \d+ projects/ })
    await dialog.getByLabel('Field').selectOption('Image')
    const buffer = await halves(40, 30, '#204060', '#c0a040').png().toBuffer()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'all.png', mimeType: 'image/png', buffer })
    await dialog.getByLabel('Description').waitFor()
    await dialog.getByRole('button', { name: /^Change/ }).click()
    // Under the pointer it stays.
    await page.getByText(/projects changed, as drafts/).hover()
    expect(new Set((await content.list('projects')).map(({ data }) => data.image)).size).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => new Set((await content.list('projects')).map(({ data }) => data.image)).size > 1, true)
  })

  it('restores several from the trash at once, and deletes for good after a question', async () => {
    const page = await site.visitAs(ada, '/admin/service')
    const before = await content.column('services', 'title')
    await page.getByRole('checkbox', { name: 'Select all services' }).click()
    await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('6 services deleted').waitFor()
    await page.getByRole('button', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Close the trash' }).waitFor()
    await page.getByRole('checkbox', { name: `Select ${before[0]}` }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected deleted entries' })
    await bar.getByRole('button', { name: 'Delete for good' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${before[0]}” for good?` })
    await dialog.getByRole('button', { name: 'Keep', exact: true }).first().press('Escape')
    await eventually(() => page.getByRole('dialog').count(), 0)
    await bar.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('1 service deleted for good').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await bar.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The trash is empty').waitFor()
    expect(await content.column('services', 'title')).toEqual(before.slice(1))
  })

  it('of deleted entries takes the next press while it is read again', async () => {
    const names = ['Knots', 'Ropes', 'Sails']
    for (const name of names) {
      const { id } = await content.create('skills', { name, percent: 5 }, false)
      await content.call('DELETE', `/entries/skills/${id}`)
    }
    const page = await site.visitAs(ada, '/admin/resume?trash=skill')
    const deleted = (name: string) =>
      page.getByRole('list', { name: 'Deleted skills' }).getByRole('listitem').filter({ hasText: name })
    const kept = async () =>
      (await content.column('skills', 'name'))
        .map(String)
        .filter((name) => names.includes(name))
        .toSorted()
    await deleted('Knots').waitFor()
    const reading = Promise.withResolvers<void>()
    await page.route('**/api/entries/skills?*', async (route) => {
      await reading.promise
      await route.continue().catch(() => {})
    })
    // By key: a row that slides under the pointer takes no press.
    await deleted('Knots').getByRole('button', { name: 'Restore' }).press('Enter')
    await deleted('Knots').waitFor({ state: 'detached' })
    await deleted('Ropes').getByRole('button', { name: 'Restore' }).press('Enter')
    await eventually(kept, ['Knots', 'Ropes'])
    await deleted('Ropes').waitFor({ state: 'detached' })
    await deleted('Sails').getByRole('button', { name: 'Delete for good' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete “Sails” for good?' })
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await deleted('Sails').waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('dialog').count(), 0)
    reading.resolve()
    const { entries } = await content.call<{ entries: unknown[] }>('GET', '/entries/skills?trash=true')
    expect([entries, await kept()]).toEqual([[], ['Knots', 'Ropes']])
  })

  it('publishes an entry and starts the next one, whose first field waits for the first letter', async () => {
    const page = await site.visitAs(ada, '/admin/certificate/create')
    const title = page.getByRole('textbox', { name: 'Title' })
    for (const name of ['Crane operator', 'Diver']) {
      await eventually(
        () => title.evaluate((field: HTMLInputElement) => [field === document.activeElement, field.value]),
        [true, ''],
      )
      await page.keyboard.type(name)
      await page.getByRole('button', { name: 'Publish and add another' }).click()
    }
    await eventually(
      async () => (await content.list('certificates')).slice(-2).map(({ data, status }) => [data.title, status]),
      [
        ['Crane operator', 'published'],
        ['Diver', 'published'],
      ],
    )
    // What is refused stays, and nothing new begins.
    await eventually(() => title.inputValue(), '')
    await page.getByRole('button', { name: 'Publish and add another' }).click()
    await page.getByText('Title is required').waitFor()
  })

  it('shows which entries are drafts or changed', async () => {
    const [skill] = await content.list('skills')
    await content.create('skills', { name: 'Drafting', percent: 5 }, false)
    await content.call(
      'PATCH',
      `/entries/skills/${skill?.id}`,
      { data: { percent: 21 }, publish: false },
      skill?.version,
    )
    const page = await site.visitAs(ada, '/admin/resume')
    await row(page, 'Drafting').getByText('Never published').waitFor()
    await row(page, 'C#').getByText('Visitors see the version of').waitFor()
  })

  it('explains an empty table and offers the first step', async () => {
    for (const { id } of await content.list('about')) await content.call('DELETE', `/entries/about/${id}`)
    const page = await site.visitAs(ada, '/admin')
    await page.getByRole('link', { name: 'Add the first one' }).click()
    await page.getByRole('heading', { name: 'Create About' }).waitFor()
  })
})

/** The middle of a handle that has come to rest. */
const handleOf = async (page: Page, name: unknown) => {
  const handle = page.getByRole('button', { name: `Move ${name}`, exact: true })
  await handle.click({ trial: true })
  const found = await handle.boundingBox()
  if (!found) throw new Error(`No handle for ${name}`)
  return { x: found.x + found.width / 2, y: found.y + found.height / 2 }
}
type Point = Awaited<ReturnType<typeof handleOf>>

/** Moves what is held under the pointer, once it is taken, and lets it go where it was said to be. */
const dragTo = async (page: Page, from: Point, to: Point, place: number) => {
  let moves = 0
  const dragged = async () => {
    moves += 1
    await page.mouse.move(from.x, from.y + 12 * (moves % 2))
    return page.locator('[data-dragging]').count()
  }
  await eventually(dragged, 1)
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.locator('[id^=DndLiveRegion]', { hasText: `is over place ${place} of` }).waitFor({ state: 'attached' })
  await page.mouse.up()
}

describe('reordering', () => {
  it('by keyboard alone: Space, arrows, Space, each step announced, one call', async () => {
    const before = await content.column('testimonials', 'fullname')
    const page = await site.visitAs(ada, '/admin/chat')
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') calls.push(request.url())
    })
    expect(await takeUp(page, String(before[0]))).toBe(`${before[0]} taken, place 1 of ${before.length}.`)
    const heard = page.locator('[id^=DndLiveRegion]')
    await page.keyboard.press('ArrowDown')
    await eventually(() => heard.textContent(), `${before[0]} is over place 2 of ${before.length}.`)
    await page.keyboard.press('Space')
    // Under the pointer it stays.
    await page.getByText('Testimonials reordered').hover()
    const wanted = [before[1], before[0], ...before.slice(2)]
    expect(await content.column('testimonials', 'fullname')).toEqual(wanted)
    await eventually(() => titles(page), wanted as string[])
    expect(calls.length).toBe(1)
    expect((await content.list('testimonials')).map(({ order }) => order)).toEqual(before.map((_, at) => at + 1))
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => content.column('testimonials', 'fullname'), before)
  })

  it('works at the first touch, while the sorting layer is still loading', async () => {
    const [first, second, ...rest] = await content.column('testimonials', 'fullname')
    const late = async (address: string) => {
      const page = await site.visitAs(ada, '/login')
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/sorting-layer-*', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(address)
      await page.getByRole('button', { name: `Move ${first}` }).waitFor()
      return { page, release }
    }
    const { page: typed, release } = await late('/admin/chat')
    await typed.getByRole('button', { name: `Move ${first}` }).focus()
    await typed.keyboard.press('Space')
    release()
    const heard = typed.locator('[id^=DndLiveRegion]')
    // Taken, which it says first, or already over its place.
    await eventually(async () => /(taken,|is over) place 1 of \d+\.$/.test((await heard.textContent()) ?? ''), true)
    await typed.keyboard.press('Escape')

    const { page, release: releaseAgain } = await late('/admin/chat')
    const [from, to] = [await handleOf(page, first), await handleOf(page, second)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    releaseAgain()
    await dragTo(page, from, { x: to.x, y: to.y + 4 }, 2)
    await eventually(() => content.column('testimonials', 'fullname'), [second, first, ...rest])
  })

  it('by dragging, and to the top in one step', async () => {
    const before = await content.column('projects', 'title')
    const page = await site.visitAs(ada, '/admin/portfolio')
    const [from, to] = [await handleOf(page, before[0]), await handleOf(page, before[2])]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await dragTo(page, from, { x: to.x, y: to.y + 4 }, 3)
    const dragged = [before[1], before[2], before[0], ...before.slice(3)]
    await eventually(() => content.column('projects', 'title'), dragged)
    await row(page, String(before[0])).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move to top' }).click()
    await eventually(() => content.column('projects', 'title'), before)
  })
})

describe('reordering while the order before is still being saved', () => {
  it('goes on from what is shown, saves one order after the other, and ends with the last', async () => {
    const before = (await content.column('projects', 'title')) as string[]
    const [first = '', second = '', third = '', fourth = '', ...rest] = before
    const page = await site.visitAs(ada, '/admin/portfolio')
    const held: (() => void)[] = []
    await page.route('**/api/entries/projects/order', async (route) => {
      if (route.request().method() === 'PUT') await new Promise<void>((go) => held.push(go))
      await route.continue()
    })
    const toTop = async (name: string, expected: string[]) => {
      await row(page, name).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Move to top' }).click()
      await eventually(() => page.getByRole('menu').count(), 0)
      await eventually(() => titles(page), expected)
    }
    await toTop(second, [second, first, third, fourth, ...rest])
    await toTop(third, [third, second, first, fourth, ...rest])
    await eventually(async () => held.length, 1)
    const read = page.waitForResponse((response) => response.url().includes('/api/entries/projects?'))
    held.shift()?.()
    await read
    await eventually(async () => held.length, 1)
    const last = [fourth, third, second, first, ...rest]
    await toTop(fourth, last)
    held.shift()?.()
    await eventually(async () => held.length, 1)
    held.shift()?.()
    await eventually(() => content.column('projects', 'title'), last)
    await eventually(() => titles(page), last)
  })
})

describe('tiles', () => {
  const open = async (width: number) => {
    const page = await site.visitAs(ada, '/admin/portfolio', { width, hasTouch: width < 500 })
    await page.getByText('Tiles', { exact: true }).click()
    await page.locator('.entry-tile').first().waitFor()
    return page
  }
  const tileTitles = (page: Page) => page.locator('.entry-tile .row-title').allTextContents()

  it('stand in rows with their images, stay after a reload, and do all that a row of the table does', async () => {
    const before = await content.column('projects', 'title')
    const page = await open(1280)
    await page.reload()
    await eventually(() => tileTitles(page), before as string[])
    const tops = await page
      .locator('.entry-tile')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops[0]).toBe(tops[2])
    await page.getByRole('checkbox', { name: `Select ${before[0]}` }).click()
    await page.getByRole('checkbox', { name: `Select ${before[2]}` }).click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: 'Selected entries' }).getByText('3 selected').waitFor()
    const first = page.getByRole('listitem').filter({ hasText: String(before[0]) })
    await first.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await eventually(async () => (await tileTitles(page))[1], `${before[0]} (copy)`)
    await page.getByRole('listitem').filter({ hasText: '(copy)' }).getByText('Never published').waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => tileTitles(page), before as string[])
  })

  it('are sorted by arrow keys and by dragging to the side, 360 px wide', async () => {
    const before = await content.column('projects', 'title')
    const [first, second, ...rest] = before
    const page = await open(360)
    expect(await sideways(page).then((all) => all.filter((one) => !one.startsWith('NAV')))).toEqual([])
    await takeUp(page, String(first), 'ArrowUp')
    await page.keyboard.press('ArrowRight')
    const heard = page.locator('[id^=DndLiveRegion]')
    await eventually(() => heard.textContent(), `${first} is over place 2 of ${before.length}.`)
    await page.keyboard.press('Space')
    await eventually(() => content.column('projects', 'title'), [second, first, ...rest])
    await eventually(async () => (await tileTitles(page)).slice(0, 2), [second, first] as string[])
    const [from, to] = [await handleOf(page, first), await handleOf(page, second)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await dragTo(page, from, to, 1)
    await eventually(() => content.column('projects', 'title'), before)
  })
})
