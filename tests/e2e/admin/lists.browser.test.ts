import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appearances, axeViolations, turnTo } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { sideways } from '../site.ts'
import { give } from './blocks.ts'
import { contentOf } from './content.ts'
import { expectFine, goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'
import { previewOf } from './preview.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const still = { reducedMotion: 'reduce' } as const
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? '')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()
const titles = (page: Page) => page.locator('.long-item-title').allTextContents()
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe('The owner’s lists', () => {
  it('begin with what they list in one press, ready for the rows of a document', async () => {
    const page = await site.visitAs(ada, '/admin/list')
    await page.getByRole('link', { name: 'Exhibitions' }).click()
    await eventually(() => focused(page), 'items.0.year')
    expect(await page.getByLabel('Title').first().inputValue()).toBe('Exhibitions')
    await give(page, ':focus', 'paste', { text: '2024\tSalt\tBergen\n2025\tLight\tOslo' })
    await eventually(() => titles(page), ['Salt', 'Light'])
  })

  it('begin with an empty screen and one press, and are typed, sorted and published by keyboard alone', async () => {
    const page = await site.visitAs(ada, '/admin/list')
    await page.getByText('Each list is a section of the page under the title that you give it').waitFor()
    await page.getByRole('link', { name: 'Add the first one' }).focus()
    await press(page, 'Enter')
    const kind = page.getByLabel('What it lists')
    await kind.focus()
    // A native list: letters choose.
    await page.keyboard.type('Ta')
    await eventually(() => page.getByLabel('Title').inputValue(), 'Talks')
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
    await eventually(() => focused(page), 'items.0.year')
    await page.keyboard.type('2023')
    await press(page, 'Tab', 'Tab')
    await page.keyboard.type('Forms that forgive')
    await press(page, 'Tab')
    await page.keyboard.type('Lisbon')
    await press(page, 'Enter')
    await eventually(() => focused(page), 'items.1.year')
    await page.keyboard.type('2025')
    await press(page, 'Tab')
    await page.keyboard.type('May')
    await press(page, 'Tab')
    await page.keyboard.type('A timetable is an interface')
    await press(page, 'Tab', 'Tab')
    await page.keyboard.type('webdays.example')
    await press(page, 'Enter')
    await eventually(() => focused(page), 'items.2.year')
    // Nothing is in it: this Enter ends the adding.
    await press(page, 'Enter')
    await eventually(() => titles(page), ['Forms that forgive', 'A timetable is an interface'])
    const add = page.getByRole('button', { name: 'Add item' })
    await eventually(() => add.evaluate((button) => button === document.activeElement), true)

    // An open item is much taller than the one that it goes past.
    await page.getByRole('button', { name: /^A timetable/ }).press('Enter')
    await eventually(() => focused(page), 'items.1.year')
    await takeUp(page, 'A timetable is an interface')
    await press(page, 'ArrowUp')
    await page.getByText('is over place 1 of 2').waitFor({ state: 'attached' })
    await press(page, 'Space')
    await eventually(() => titles(page), ['A timetable is an interface', 'Forms that forgive'])
    await press(page, 'Control+Enter')
    await page.getByRole('table', { name: 'Lists' }).getByText('Navbar').waitFor()
    const none = { text: '', links: [] }
    expect((await content.list('lists')).map(({ data }) => data)).toEqual([
      {
        ...{ kind: 'talks', title: 'Talks', link: 'navbar' },
        items: [
          {
            year: 2025,
            month: 5,
            title: 'A timetable is an interface',
            place: '',
            url: 'https://webdays.example',
            ...none,
          },
          { year: 2023, month: 0, title: 'Forms that forgive', place: 'Lisbon', url: '', ...none },
        ],
      },
    ])
    await eventually(async () => (await content.page()).includes('id="list-talks"'), true)
  })

  it('take the title of what they list only as long as nobody has typed another', async () => {
    const page = await site.visitAs(ada, '/admin/list/create')
    const [kind, title] = [page.getByLabel('What it lists'), page.getByLabel('Title')]
    const follows = async (option: string, expected: string) => {
      await kind.selectOption(option)
      expect(await title.inputValue()).toBe(expected)
    }
    await follows('Press', 'Press')
    await follows('Clients', 'Clients')
    await follows('Other', '')
    await title.fill('Ateliers')
    await follows('Exhibitions', 'Ateliers')
  })

  it('take the rows of a spreadsheet', async () => {
    const page = await site.visitAs(ada, '/admin/list/create')
    await page.getByLabel('Title').fill('Clients')
    await page.getByRole('button', { name: 'Add item' }).click()
    await eventually(() => focused(page), 'items.0.year')
    await give(page, '[name="items.0.year"]', 'paste', { text: '2024\tHarbour\tOslo\n2022\tTideline\tMalmö' })
    await eventually(() => titles(page), ['Harbour', 'Tideline'])
    await publish(page)
    await eventually(
      () => content.column('lists', 'items'),
      expect.arrayContaining([
        [
          expect.objectContaining({ year: 2024, title: 'Harbour', place: 'Oslo' }),
          expect.objectContaining({ year: 2022, title: 'Tideline', place: 'Malmö' }),
        ],
      ]),
    )
  })

  it('open the item in which something is wrong, and the one that is pressed in the preview', async () => {
    const items = [
      { title: 'First', year: 2020 },
      { title: 'Second', year: 2024 },
    ]
    const { id } = await content.create('lists', { title: 'Press', items: [...items, { url: 'nowhere' }] }, false)
    const page = await site.visitAs(ada, `/admin/list/edit/${id}`, { width: 1280 })
    await page.getByRole('button', { name: 'Item 3', exact: true }).waitFor()
    expect(await page.locator('[name^="items."]').count()).toBe(0)
    await publish(page)
    await eventually(() => focused(page), 'items.2.title')
    await page.getByText('Link must start with https://').waitFor()
    await page.keyboard.type('Third')
    await page.locator('[name="items.2.url"]').fill('https://third.example')

    const frame = await previewOf(page)
    await frame.locator('#list-press').getByText('Third').waitFor()
    await frame.locator('#list-press').getByText('First').click()
    await eventually(() => focused(page), 'items.0.year')
    await page.locator('[name="items.0.title"]').fill('First of all')
    await frame.locator('#list-press [data-selected]').getByText('First of all').waitFor()
    await publish(page)
    await eventually(async () => (await content.page()).includes('First of all'), true)
  })

  it('hold two hundred items, of which the form and the page show all when they are asked for, without scripts too', async () => {
    const place = 'A magazine with a name that is longer than most of them'
    const many = Array.from({ length: 200 }, (_, n) => ({
      year: 2025 - Math.floor(n / 9),
      title: `Article ${n + 1}`,
      place,
    }))
    const { id } = await content.create('lists', { title: 'In the press', kind: 'press', items: many })
    await eventually(async () => (await content.page()).includes('id="list-in-the-press"'), true)
    for (const javaScriptEnabled of [true, false]) {
      const page = await site.visit('/#list-in-the-press', { ...still, javaScriptEnabled })
      const rows = page.locator('#list-in-the-press .list-row:visible')
      expect(await rows.count()).toBe(12)
      const more = page.locator('#list-in-the-press summary')
      await more.focus()
      await press(page, 'Enter')
      await eventually(() => rows.count(), 200)
      // The keyboard goes on with what follows, and finds what closes it.
      expect(await more.evaluate((summary) => summary === document.activeElement)).toBe(true)
      await press(page, 'Enter')
      await eventually(() => rows.count(), 12)
    }
    const form = await site.visitAs(ada, `/admin/list/edit/${id}`)
    await form.getByRole('button', { name: 'Article 200' }).first().waitFor()
    expect(await form.locator('[name^="items."]').count()).toBe(0)
    expect(await form.getByRole('button', { name: 'Add item' }).isDisabled()).toBe(true)
  })

  it('stand at any width with nothing that sticks out, and in both colours with nothing that axe finds', async () => {
    const page = await site.visit('/', { ...still, height: 900 })
    await page.locator('.list-rest').evaluate((details: HTMLDetailsElement) => {
      details.open = true
    })
    for (const width of [1920, 768]) {
      await turnTo(page, { width, colorScheme: 'light' })
      expect(await sideways(page), `${width} px`).toEqual([])
    }
    for (const appearance of appearances) {
      await turnTo(page, appearance)
      expect(await sideways(page), `${appearance.width} px`).toEqual([])
      expect(await axeViolations(page), appearance.colorScheme).toEqual([])
    }
  })

  it('have screens with nothing that axe finds, on a phone too', async () => {
    const [first] = await content.list('lists')
    const page = await site.openAs(ada, still)
    for (const address of ['/admin/list', `/admin/list/edit/${first?.id}`]) {
      await goTo(page, address)
      if (address.includes('edit')) await page.locator('[data-reveal]').first().click()
      if (address.includes('edit')) await page.getByRole('button', { name: 'Add link' }).click()
      for (const width of [1100, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectFine(page, `${address} at ${width} px`)
      }
    }
  })
})

describe('The parts of Resume', () => {
  it('are put in order by keyboard, and stand so on the page once it is published', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=theme')
    // What comes later moves the rows below it.
    await page.getByRole('radio', { name: /^Editorial/ }).waitFor({ state: 'attached' })
    await page.locator('.theme-wait').first().waitFor({ state: 'detached' })
    await takeUp(page, 'Experience')
    await press(page, 'ArrowUp')
    await page.getByText('Experience is over place 1 of 5').waitFor({ state: 'attached' })
    await press(page, 'Space')
    await publish(page)
    const order = async () => {
      const html = await content.page()
      return [...html.matchAll(/class="resume-part-title">([^<]+)/g)].map(([, title]) => title)
    }
    await eventually(order, ['Experience', 'Education', 'Skills'])
  })
})
