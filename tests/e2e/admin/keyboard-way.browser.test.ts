import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browser, eventually } from '../../support/browser.ts'
import { ada } from '../../support/guided-start.ts'
import { startProduct } from '../../support/product.ts'

const picture = path.resolve(import.meta.dirname, '../../../dist/client/icon-512.png')
const mostTabs = 120

const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement)
/** The screen that was asked for has the focus, or something in it: not the document, from where Tab starts at the top. */
const isInMain = (page: Page) =>
  page.evaluate(() => document.querySelector('main')?.contains(document.activeElement) ?? false)

/** Presses Tab until this has the focus. */
const tabTo = async (page: Page, what: Locator) => {
  await what.waitFor({ state: 'attached' })
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await hasFocus(what)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${what}.`)
}
const fill = async (page: Page, field: Locator, text: string) => {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
const press = async (page: Page, button: Locator) => {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}
const upload = async (page: Page) => {
  await tabTo(page, page.locator('main input[type=file]').first())
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
  await chooser.setFiles(picture)
  await page.getByText('Replace', { exact: true }).waitFor({ timeout: 90_000 })
  await eventually(() => isInMain(page), true)
}

describe('by keyboard alone', () => {
  it('a new user comes from the claim to a published project and out again, and never loses the focus', async () => {
    const product = await startProduct({ env: { LIMITS: 'off' } })
    onTestFinished(async () => void (await product.stop()))
    const link = /Make it yours\s+(\S+)/.exec(product.said())?.[1]
    if (!link) throw new Error('The start printed no claim link.')
    const context = await (await browser()).newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    // From the start: asked for at the key press, the chooser may come before it is waited for.
    page.on('filechooser', () => {})
    await page.goto(link)
    for (const [label, text] of ada.account) await fill(page, page.getByLabel(label, { exact: true }), text)
    await page.keyboard.press('Enter')

    await press(page, page.getByRole('link', { name: 'Make it yours' }))
    await page.getByRole('heading', { name: 'Introduce yourself' }).waitFor()
    for (const [label, text] of ada.facts)
      await fill(page, page.getByRole('textbox', { name: label, exact: true }), text)
    await upload(page)
    await press(page, page.getByRole('button', { name: 'Publish and continue' }))
    await page.getByRole('heading', { name: 'Sample content' }).waitFor()
    await eventually(() => isInMain(page), true)
    await press(page, page.getByRole('button', { name: 'Remove all sample content' }))

    const steps = page.getByRole('complementary', { name: 'First steps' })
    await steps.waitFor()
    await eventually(() => isInMain(page), true)
    await press(page, steps.getByRole('link', { name: 'Add your first project' }))
    await page.getByRole('heading', { name: 'Create Project' }).waitFor()
    await eventually(() => isInMain(page), true)
    const [title] = ada.projects
    await fill(page, page.getByRole('textbox', { name: 'Title' }), title)
    await upload(page)
    await fill(page, page.getByRole('textbox', { name: 'Summary' }), 'Counted by an engine.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('row', { name: new RegExp(title) }).waitFor()
    await eventually(() => isInMain(page), true)
    expect(await (await fetch(product.url)).text()).toContain(title)

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search screens' }).waitFor()
    await page.keyboard.type('Settings')
    await page.getByRole('option', { name: /^Settings/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await eventually(() => isInMain(page), true)
    const role = page.getByRole('textbox', { name: 'Role', exact: true })
    await fill(page, role, 'Reached without a mouse')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Settings published').waitFor()
    expect(await hasFocus(role)).toBe(true)
    expect(await (await fetch(product.url)).text()).toContain('Reached without a mouse')

    const account = page.getByRole('button', { name: /^Account/ })
    for (let presses = 0; presses < mostTabs && !(await hasFocus(account)); presses += 1)
      await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(account)).toBe(true)
    await page.keyboard.press('Enter')
    const signOut = page.getByRole('menuitem', { name: 'Sign out' })
    await signOut.waitFor()
    await page.keyboard.press('ArrowUp')
    await eventually(() => hasFocus(signOut), true)
    await page.keyboard.press('Enter')
    await eventually(async () => (await page.request.get(`${product.url}/api/settings`)).status(), 401)
  }, 300_000)
})
