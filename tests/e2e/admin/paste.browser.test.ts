import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { blockAt, editorOf, give, kindsShown, projectWith, storedBlocks } from './blocks.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** Copies a page as a reader does who selects all of it. */
const copyPage = async (page: Page, html: string) => {
  const other = await page.context().newPage()
  await other.setContent(html)
  await other.keyboard.press('Control+a')
  await other.keyboard.press('Control+c')
  await other.close()
}

it('pastes a copied page as blocks and uploads its pictures, and one Ctrl+Z takes all of it back', async () => {
  const picture = await halves(62, 40, '#208040', '#e0e020').png().toBuffer()
  const { id } = await projectWith(content, [{ id: 'a', kind: 'text', markdown: 'Before after' }])
  const page = await editorOf(site, id)
  const asked = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/read-html-')))
  const text = blockAt(page, 1).getByRole('textbox')
  await text.focus()
  // What reads HTML comes with the first paste of some.
  expect(await asked()).toBe(false)
  const html = readFileSync('tests/fixtures/clipboards/chromium.html', 'utf8')
  await copyPage(
    page,
    `${html}<img alt="Green" src="data:image/png;base64,${picture.toString('base64')}"><h2>Then</h2>`,
  )
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
  await page.keyboard.press('Control+v')
  await eventually(() => kindsShown(page), ['Text', 'Text', 'Text', 'Quote', 'Code', 'Text', 'Image', 'Text', 'Text'])
  const stored = async () =>
    (await storedBlocks(content, id)).map((one) => one.markdown ?? one.text ?? typeof one.image)
  await eventually(async () => (await stored())[6], 'string')
  expect((await stored())[0]).toBe('Before')
  expect((await stored()).slice(-2)).toEqual(['## Then', 'after'])
  expect((await stored())[2]).toContain('- Measured\n  - Time to pay\n')
  // Its address came along, and not the picture.
  await page.getByText('The new checkout: Only the address came along.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.localName), 'textarea')
  await page.keyboard.press('Control+z')
  await eventually(() => storedBlocks(content, id), [{ id: 'a', kind: 'text', markdown: 'Before after' }])
  await eventually(() => kindsShown(page), ['Text'])
})

it('pastes the rows of a table into a list of items, all or none, and takes them back', async () => {
  const { id } = await projectWith(content, [{ id: 'a', kind: 'text', markdown: '' }])
  const page = await editorOf(site, id)
  await blockAt(page, 1).getByRole('textbox').focus()
  await page.keyboard.type('/fig')
  await page.keyboard.press('Enter')
  // A list that needs an item has the first one, and the focus is in it.
  const figure = blockAt(page, 1).getByRole('textbox', { name: 'Label' }).first()
  await eventually(() => figure.evaluate((field) => field === document.activeElement), true)
  const rows = (all: readonly string[]) =>
    `<table>${all.map((row) => `<tr><td>${row.split('|').join('</td><td>')}</td></tr>`).join('')}</table>`
  const stored = async () => {
    const [block] = await storedBlocks(content, id)
    const items = (block?.items ?? []) as Record<string, string>[]
    return items.map(({ label, before, value }) => [label, before, value])
  }
  await copyPage(page, rows(['p99|412 ms|9 ms', 'Servers|24|6']))
  await page.keyboard.press('Control+v')
  await eventually(stored, [
    ['p99', '412 ms', '9 ms'],
    ['Servers', '24', '6'],
  ])
  // As a spreadsheet writes a cell of two lines.
  await give(page, '[data-block] [name$="items.1.before"]', 'paste', { text: '"twenty\nfour"\t"6 ""small"" ones"\n' })
  const toast = page.getByRole('status').filter({ hasText: 'Pasted as 1 row' })
  // Under the pointer it stays.
  await toast.hover()
  await eventually(async () => (await stored())[1], ['Servers', 'twenty four', '6 "small" ones'])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await stored())[1], ['Servers', '24', '6'])
  await give(page, '[data-block] [name$="items.1.label"]', 'paste', { text: 'a\nb\nc\nd\ne\nf' })
  await page.getByText('The table has 6 × 1 cells. Here fit 6 rows of 5.').waitFor()
  expect((await stored()).length).toBe(2)
})

it('pastes within a text so that the browser undoes it, as plain text with Shift, and refuses what is too long', async () => {
  const { id } = await projectWith(content, [{ id: 'a', kind: 'text', markdown: 'One two' }])
  const page = await editorOf(site, id)
  const text = blockAt(page, 1).getByRole('textbox')
  const end = () => text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 7))
  await copyPage(page, '<p>A <b>bold</b> word</p><ul><li>and a list</li></ul>')
  // On a slow line, what is typed meanwhile stands behind what was pasted.
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await page.route('**/read-html-*', (route) => isTyped.then(() => route.fallback()))
  await text.focus()
  await end()
  await page.keyboard.press('Control+v')
  await page.keyboard.type('!')
  typed()
  await eventually(() => text.inputValue(), 'One \n\nA **bold** word\n\n- and a list\n\n!')
  await page.unroute('**/read-html-*')
  await text.fill('One two')
  for (const [keys, pasted] of [
    ['Control+v', 'One \n\nA **bold** word\n\n- and a list'],
    ['Control+Shift+v', 'One A bold word\n\nand a list'],
  ] as const) {
    await text.focus()
    await end()
    await page.keyboard.press(keys)
    await eventually(() => text.inputValue(), pasted)
    await eventually(async () => (await storedBlocks(content, id))[0]?.markdown, pasted.trim())
    await page.keyboard.press('Control+z')
    await eventually(() => text.inputValue(), 'One two')
  }
  const long = 'Many words\n'.repeat(2000)
  await give(page, '[data-block=a] textarea', 'paste', { text: long })
  const refusal = blockAt(page, 1).getByRole('alert')
  await eventually(
    () => refusal.textContent(),
    expect.stringMatching(/^Not pasted: the text would have 2\d{4} characters, of at most 20000\.$/),
  )
  expect(await text.inputValue()).toBe('One two')
  await text.press('End')
  await text.press('!')
  await eventually(() => refusal.count(), 0)
  expect(await kindsShown(page)).toEqual(['Text'])
})
