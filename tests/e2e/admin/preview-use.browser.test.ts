import { beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../src/model/words/catalogues.ts'
import { appearances, turnTo } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { faultsOf, goTo } from './looks.ts'
import { ada, ownedSite, withPreview } from './people.ts'
import { inView, previewOf, selectedTexts } from './preview.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const edit = async (collection: string, link: string, nth = 0) => {
  const entry = (await content.list(collection))[nth]
  return `/admin/${link}/edit/${entry?.id}`
}

describe('the preview', () => {
  it('has the width of a phone, a tablet and a desktop, and keeps the choice', async () => {
    const page = await site.visitAs(ada, await edit('services', 'service'))
    let frame = await previewOf(page)
    const text = page.getByLabel('Title')
    await text.focus()
    for (const [name, width] of [
      ['Phone', 390],
      ['Desktop', 1280],
      ['Tablet', 768],
    ] as const) {
      await page.getByTitle(`${name}, ${width} px`).click()
      await eventually(() => frame.evaluate(() => innerWidth), width)
      // What is edited is in view at every width.
      await eventually(() => inView(frame, '[data-selected]'), true)
      const [outer, pane] = await page.evaluate(() =>
        ['iframe', '.preview-pane'].map((one) => document.querySelector(one)?.getBoundingClientRect().toJSON()),
      )
      expect(outer.left).toBeGreaterThanOrEqual(pane.left)
      expect(outer.right).toBeLessThanOrEqual(pane.right)
      expect(outer.bottom).toBeLessThanOrEqual(801)
    }
    await page.reload()
    await page.locator('iframe[data-drawn]').waitFor()
    frame = await previewOf(page)
    expect(await frame.evaluate(() => innerWidth)).toBe(768)
    await page.getByRole('button', { name: 'Close the preview' }).click()
    await page.reload()
    await page.getByLabel('Title').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('goes nowhere by its links, buttons and fields, and leads to the form of whatever is clicked, with the focus in its field', async () => {
    const page = await site.visitAs(ada, await edit('services', 'service'))
    const frame = await previewOf(page)
    const before = frame.url()
    for (const place of ['.nav-links a', '.filter', '.contact-form button', '.contact-form textarea', '.footer-top']) {
      await frame.locator(place).first().click()
      await frame.locator(place).first().click({ button: 'middle' })
    }
    expect(await frame.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(frame.url()).toBe(before)
    expect(page.context().pages()).toHaveLength(1)
    expect(new URL(page.url()).pathname).toMatch('/admin/service/edit/')

    const [, , third] = await content.list('testimonials')
    await frame.locator(`[data-entry="${third?.id}"][data-field~=country]`).click()
    await page.waitForURL(`**/admin/chat/edit/${third?.id}`)
    const focused = (name: string) =>
      page.getByRole('textbox', { name }).evaluate((element) => element === document.activeElement)
    await eventually(() => page.getByLabel('Country').count(), 1)
    await eventually(() => focused('Country'), true)

    const next = await previewOf(page)
    await next.locator('[data-field=socials][data-index="1"]').click()
    await page.waitForURL('**/admin/settings*')
    await eventually(() => focused('Label 2'), true)
    // Another tab of the same form.
    const settings = await previewOf(page)
    await settings.locator('.home-role').click()
    await eventually(() => focused('Role'), true)
  })

  it('shows settings as they are typed: name, language, hidden sections, accent, light and dark', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const frame = await previewOf(page)
    await page.getByLabel('Name').fill('Ada Byron')
    await eventually(() => selectedTexts(frame).then((all) => all[0]?.replace(/\s+/g, ' ')), 'Ada Byron')
    // Also a language that is read from the right, and English again.
    for (const [code, dir] of [
      ['de', 'ltr'],
      ['ar', 'rtl'],
      ['en', 'ltr'],
    ] as const) {
      await page.getByLabel('Language').selectOption(code)
      await eventually(() => frame.locator('.contact-send button').textContent(), catalogueOf(code).contact.send)
      await eventually(() => frame.evaluate(() => document.documentElement.dir), dir)
    }
    await page.getByRole('textbox', { name: 'Headline 1' }).fill('')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Look' }).click()
    // What comes later moves the rows below it.
    await page.getByRole('radio', { name: /^Editorial/ }).waitFor({ state: 'attached' })
    await page.getByRole('switch', { name: 'Services' }).click({ force: true })
    await eventually(() => frame.locator('#job').count(), 0)
    await page.getByText('Plum').click()
    const accent = () => frame.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
    await eventually(accent, 'light-dark(#96266f,#ea86c1)')
    await page.getByText('Dark', { exact: true }).click()
    await eventually(() => frame.evaluate(() => document.documentElement.dataset.appearance), 'dark')
    await page.getByRole('button', { name: 'Light preview' }).click()
    await eventually(() => frame.evaluate(() => document.documentElement.dataset.appearance), 'light')
    expect((await content.call<{ settings: { name: string } }>('GET', '/content')).settings.name).toBe('Mira Solberg')
  })

  it('says so when what is edited is not on the page', async () => {
    // What the story before typed may have been saved as a draft.
    await content.call('DELETE', '/settings/draft')
    const before = await content.call<{ sections: { id: string; visible: boolean }[] }>('GET', '/settings')
    const sections = before.sections.map(({ id, visible }) => ({ id, visible: visible && id !== 'job' }))
    await content.call('PATCH', '/settings', { sections })
    const page = await site.visitAs(ada, await edit('services', 'service'))
    await previewOf(page)
    await page.getByText('This is not on the page').waitFor()
    await content.call('PATCH', '/settings', { sections: before.sections })
    // On a busy machine the page follows after the answer.
    const shown = async () =>
      (await content.call<{ settings: typeof before }>('GET', '/content')).settings.sections.every((one) => one.visible)
    await eventually(shown, true)
  })

  it('is no trap for the keyboard: one stop, and Escape leads back to the field', async () => {
    const page = await site.visitAs(ada, await edit('experiences', 'job'), withPreview)
    const toggle = page.getByRole('button', { name: 'Preview', exact: true })
    // Open at first on a wide screen.
    await page.locator('iframe[data-drawn]').waitFor()
    await toggle.press('Enter')
    await eventually(() => page.locator('iframe').count(), 0)
    await toggle.press('Enter')
    await page.locator('iframe[data-drawn]').waitFor()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await page.getByLabel('Program').focus()
    await page.getByRole('button', { name: 'Close the preview' }).focus()
    await page.keyboard.press('Tab')
    const inside = await previewOf(page)
    await eventually(() => inside.evaluate(() => document.hasFocus() && document.activeElement?.id), 'main')
    await page.keyboard.press('Escape')
    await eventually(() => page.getByLabel('Program').evaluate((field) => field === document.activeElement), true)
    await page.getByRole('button', { name: 'Close the preview' }).press('Enter')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('covers a narrow screen until Escape, or until something in it is chosen', async () => {
    const page = await site.visitAs(ada, await edit('services', 'service'), { width: 360, height: 740 })
    const toggle = page.getByRole('button', { name: 'Preview', exact: true })
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    const frame = await previewOf(page)
    // The page as wide as the phone and from edge to edge, whatever is chosen on a wide screen.
    expect(await frame.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([360, 1])
    const box = await page.locator('iframe').boundingBox()
    expect(box).toMatchObject({ x: 0, width: 360 })
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(740)
    await sheet.getByRole('button', { name: 'Back to the form' }).click()
    await sheet.waitFor({ state: 'detached' })
    await previewOf(page)
    await sheet.getByRole('button', { name: 'Back to the form' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await eventually(() => toggle.evaluate((element) => element === document.activeElement), true)

    const again = await previewOf(page)
    await again.locator('.service-text').first().click()
    await sheet.waitFor({ state: 'detached' })
    await eventually(() => page.getByLabel('Text').evaluate((field) => field === document.activeElement), true)
  })

  it('says so when the page does not come in time, shows it when it comes after all, and loads it again when asked to', async () => {
    const page = await site.openAs(ada, withPreview)
    await page.clock.install()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/admin/preview', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    // A frame that is held would hold the load.
    const address = await edit('services', 'service')
    await page.goto(address, { waitUntil: 'commit' })
    const failure = page.getByRole('alert').filter({ hasText: 'The preview did not open' })
    const late = async () => {
      await page.locator('iframe').waitFor({ state: 'attached' })
      await page.clock.runFor(12_000)
      return failure.count()
    }
    await eventually(late, 1)
    release()
    await page.locator('iframe[data-drawn]').waitFor()
    expect(await failure.count()).toBe(0)

    await page.unroute('**/admin/preview')
    await page.route('**/admin/preview', (route) => route.fulfill({ contentType: 'text/html', body: 'Something else' }))
    await page.goto(address, { waitUntil: 'commit' })
    await eventually(late, 1)
    await page.unroute('**/admin/preview')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.locator('iframe[data-drawn]').waitFor()
    expect(await failure.count()).toBe(0)
  })

  it('has nothing that axe finds and no sideways scrolling, wide and light, narrow and dark', async () => {
    const page = await site.openAs(ada)
    const found: string[] = []
    for (const address of [await edit('projects', 'portfolio'), '/admin/settings?tab=theme'])
      for (const appearance of appearances) {
        await turnTo(page, appearance)
        await goTo(page, address)
        await (await previewOf(page)).locator('#portfolio').waitFor()
        found.push(...(await faultsOf(page, `${address}, ${appearance.width} px`)))
        if (appearance.width < 500) await page.keyboard.press('Escape')
      }
    expect(found).toEqual([])
  })
})
