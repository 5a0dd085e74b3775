import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browser, eventually } from '../../support/browser.ts'
import { ada } from '../../support/guided-start.ts'
import { cheapWork, startProduct } from '../../support/product.ts'
import { currentPage } from './content.ts'

const picture = path.resolve(import.meta.dirname, '../../../dist/client/icon-512.png')
const mostTabs = 120

const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement)

/** The keys of somebody without a mouse. After each act the focus has to be on something: from the document, Tab starts at the top. */
const handsOn = (page: Page) => {
  const trail: string[] = []
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return !element || element === document.body
        ? 'nowhere'
        : `${element.tagName} ${element.getAttribute('aria-label') || element.id || element.getAttribute('name') || element.textContent?.trim().slice(0, 40)}`
    })
  /** Waits until the act has settled; fails where the focus is lost. */
  const settled = async (act: string) => {
    const isKept = async () => (await focused()) !== 'nowhere'
    await eventually(isKept, true).catch(() => {
      throw new Error(`The focus is nowhere after ${act}. Before: ${trail.slice(-5).join(' → ')}`)
    })
    trail.push(`${act}: ${await focused()}`)
  }
  const key = async (name: string) => {
    await page.keyboard.press(name)
    await settled(name)
  }
  /** Presses Tab until this has the focus. */
  const tabTo = async (what: Locator, back = false) => {
    await what.waitFor({ state: 'attached' })
    for (let presses = 0; presses < mostTabs; presses += 1) {
      if (await hasFocus(what)) return
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`Tab never reaches ${what}. Before: ${trail.slice(-5).join(' → ')}`)
  }
  return {
    focused,
    key,
    settled,
    tabTo,
    fill: async (field: Locator, text: string) => {
      await tabTo(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
      await settled(`typing “${text}”`)
    },
    /** Presses a button or follows a link. A new document begins at its top, as in every browser. */
    press: async (button: Locator, name = 'Enter', { leaves = false, back = false } = {}) => {
      await tabTo(button, back)
      await page.keyboard.press(name)
      if (!leaves) await settled(`${name} on ${button}`)
    },
    /** Chooses an item of the open menu, by the arrow keys. */
    choose: async (item: Locator) => {
      await item.waitFor()
      await eventually(() => page.locator('[role=menu]:focus-within').count(), 1)
      for (let presses = 0; presses < 20 && !(await hasFocus(item)); presses += 1)
        await page.keyboard.press('ArrowDown')
      expect(await hasFocus(item)).toBe(true)
      await page.keyboard.press('Enter')
    },
    upload: async (input: Locator) => {
      await tabTo(input)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
      await chooser.setFiles(picture)
      await page.getByText('Replace', { exact: true }).first().waitFor({ timeout: 90_000 })
      await settled('the upload')
    },
  }
}

describe('by keyboard alone', () => {
  it('the whole first hour, no focus lost: from the claim to projects, settings, the inbox and out again', async () => {
    const product = await startProduct({ preload: cheapWork, env: { LIMITS: 'off' } })
    onTestFinished(async () => void (await product.stop()))
    const link = /Make it yours\s+(\S+)/.exec(product.said())?.[1]
    if (!link) throw new Error('The start printed no claim link.')
    const context = await (await browser()).newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const { focused, key, settled, tabTo, fill, press, choose, upload } = handsOn(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
    // From the start: asked for at the key press, the chooser may come before it is waited for.
    page.on('filechooser', () => {})
    await page.goto(link)
    for (const [label, text] of ada.account) await fill(page.getByLabel(label, { exact: true }), text)
    await page.keyboard.press('Enter')

    const welcome = page.getByRole('complementary', { name: 'Welcome' })
    await welcome.getByText('made-up person').waitFor()
    await press(welcome.getByRole('link', { name: 'Make it yours' }), 'Enter', { leaves: true })
    await page.getByRole('heading', { name: 'Introduce yourself' }).waitFor()
    for (const [label, text] of ada.facts) await fill(textbox(label), text)
    await upload(page.locator('main input[type=file]').first())
    for (const [at, label] of ['Code', 'Elsewhere'].entries()) {
      await press(button('Add link'))
      await eventually(() => hasFocus(textbox(`Label ${at + 1}`)), true)
      await page.keyboard.type(label)
    }
    await press(button('Remove link 2'))
    await fill(textbox('Address 1'), 'code.example/ada')
    await press(button('Publish and continue'))
    await page.getByRole('heading', { name: 'Sample content' }).waitFor()
    await settled('the first step')
    await press(button('Remove all sample content'))

    const steps = page.getByRole('complementary', { name: 'First steps' })
    await steps.waitFor()
    await settled('the second step')
    await press(steps.getByRole('link', { name: 'Add your first project' }))
    await page.getByRole('heading', { name: 'Create Project' }).waitFor()
    await settled('the new screen')
    const [title, second] = ada.projects
    await fill(textbox('Title'), title)
    await press(button('Choose image'))
    await page.getByRole('dialog').waitFor()
    await eventually(focused, 'INPUT Search images')
    await press(page.locator('.media-choice').first())
    await page.getByText('Replace', { exact: true }).first().waitFor()
    await eventually(focused, 'BUTTON Choose image')
    await fill(textbox('Summary'), 'Counted by an engine.')

    await press(button('Start writing'))
    await page.keyboard.type('The first word is written.')
    const text = page.locator('.block textarea').first()
    expect(await text.inputValue()).toBe('The first word is written.')
    await key('Escape')
    expect(await focused()).toContain('Text')
    expect(await text.inputValue()).toBe('The first word is written.')
    await press(button('Add a block after block 1'))
    await choose(page.getByRole('menuitem', { name: /^Quote/ }))
    await page.locator('.block').nth(1).waitFor()
    await settled('the second block')
    await press(button('Actions for block 2, Quote'), 'Enter', { back: true })
    await choose(page.getByRole('menuitem', { name: 'Remove' }))
    await eventually(() => page.locator('.block').count(), 1)
    await eventually(focused, 'BUTTON Text')
    await page.keyboard.press('ControlOrMeta+Enter')
    const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await rowOf(title).waitFor()
    await settled('the publish')
    expect(await currentPage(product.url)).toContain(title)

    await page.keyboard.press('c')
    await page.getByRole('heading', { name: 'Create Project' }).waitFor()
    await settled('the new screen')
    await fill(textbox('Title'), second)
    await page.keyboard.press('ControlOrMeta+Enter')
    await rowOf(second).waitFor()
    await settled('the publish')
    // The row is gone at once; undone before it is deleted, another act would be.
    const acts = () => page.evaluate(() => sessionStorage.getItem('vitrine.acts'))
    const remove = async (name: string) => {
      const before = await acts()
      await press(rowOf(name).getByRole('button', { name: 'Delete' }))
      await eventually(() => rowOf(name).count(), 0)
      await eventually(async () => (await acts()) !== before, true)
    }
    await remove(title)
    expect(await focused()).toBe(`A ${await rowOf(second).locator('.row-title').getAttribute('id')}`)
    await remove(second)
    // The row keeps its place for a moment.
    await eventually(focused, 'A Add the first one')
    await key('ControlOrMeta+z')
    await rowOf(second).waitFor()
    await settled('the undo')

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search screens' }).waitFor()
    await page.keyboard.type('Settings')
    await page.getByRole('option', { name: /^Settings/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await settled('the new screen')
    const role = textbox('Role')
    await fill(role, 'Reached without a mouse')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Settings published').waitFor()
    expect(await hasFocus(role)).toBe(true)
    expect(await currentPage(product.url)).toContain('Reached without a mouse')
    await key('Escape')
    expect(await hasFocus(role)).toBe(false)

    for (const name of ['Grace', 'Joan']) {
      const body = { user_name: name, user_email: `${name.toLowerCase()}@visitors.example`, message: 'A question.' }
      const headers = { 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      const { status } = await fetch(`${product.url}/api/messages`, sent)
      expect(status).toBe(201)
    }
    // Where a field was left, single keys are shortcuts again.
    await Promise.all(['g', 'c'].map((one) => page.keyboard.press(one)))
    await page.getByRole('link', { name: /^Joan/ }).waitFor()
    await settled('the new screen')
    await key('j')
    await key('Enter')
    await key('e')
    await eventually(() => page.getByRole('link', { name: /^Joan/ }).count(), 0)
    await settled('the archived message')

    const account = page.getByRole('button', { name: /^Account/ })
    await tabTo(account, true)
    await page.keyboard.press('Enter')
    await choose(page.getByRole('menuitem', { name: 'Sign out' }))
    await eventually(async () => (await page.request.get(`${product.url}/api/settings`)).status(), 401)
  })
})
