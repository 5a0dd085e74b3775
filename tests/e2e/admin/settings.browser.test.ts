import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const html = () => currentPage(site.url)

describe('settings', () => {
  it('take any accent, refuse what is no colour next to its field, and say what is shown darker or lighter and why', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=theme')
    const before = await html()
    await page.getByRole('radio', { name: 'Moss' }).focus()
    for (let key = 0; key < 3; key += 1) await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Your own' }).isChecked()).toBe(true)
    const hex = page.getByLabel('Colour as hex')
    expect(await hex.inputValue()).toBe('#3c4046')
    await hex.fill('fab')
    await hex.fill('fa')
    const problem = page.getByText('Accent must be a colour such as #1b4dd1')
    expect(await problem.count()).toBe(0)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await problem.waitFor()
    await eventually(
      () => hex.evaluate((field) => [field === document.activeElement, field.ariaInvalid]),
      [true, 'true'],
    )
    expect([await hex.inputValue(), await html()]).toEqual(['#fa', before])

    await hex.fill('FA0')
    await page.getByText('On the light paper this colour has 1.7:1; text needs 4.5:1, so it is shown darker.').waitFor()
    await page.getByText('Shown as you chose it.').waitFor()
    expect(await problem.count()).toBe(0)
    await page.keyboard.press('Tab')
    expect(await hex.inputValue()).toBe('#ffaa00')
    expect(await page.getByLabel('Pick a colour').inputValue()).toBe('#ffaa00')
    await page.getByLabel('Paper', { exact: true }).selectOption('White')
    await page.getByRole('radiogroup', { name: 'Corners' }).getByText('Round').click()
    await eventually(() => axeViolations(page), [])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').waitFor()
    await eventually(
      async () => (await html()).match(/--(?:paper|field):[^;}]+|--radius:12px/g),
      ['--paper:light-dark(#ffffff,#111111)', '--field:light-dark(#ffaa00,#ffaa00)', '--radius:12px'],
    )
    await page.getByRole('radio', { name: 'Moss' }).check({ force: true })
    await page.getByRole('radio', { name: 'Your own' }).check({ force: true })
    expect(await hex.inputValue()).toBe('#ffaa00')
  })

  it('are undone by the toast, down to the draft that was published', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const before = await page.getByLabel('Role').inputValue()
    await page.getByLabel('Role').fill('A passing fancy')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    // Under the pointer it stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await eventually(async () => (await html()).includes('A passing fancy'), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await html()).includes('A passing fancy'), false)
    expect(await page.getByLabel('Role').inputValue()).toBe('A passing fancy')
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await eventually(() => page.getByLabel('Role').inputValue(), before)
  })

  it('put the sections in another order by keyboard alone, on the page too; Home stays first', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=theme')
    const rows = () =>
      page
        .locator('.sortable-row:has(.section-switch) .sortable-handle')
        .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')))
    await page.getByRole('button', { name: 'Move About me' }).waitFor()
    // What comes later moves the rows below it.
    await page.getByRole('radio', { name: /^Editorial/ }).waitFor({ state: 'attached' })
    await page.locator('.theme-wait').first().waitFor({ state: 'detached' })
    const before = await rows()
    expect(before.slice(0, 3)).toEqual(['Home stays here', 'Move About me', 'Move Services'])
    expect(await takeUp(page, 'About me')).toBe(`About me taken, place 2 of ${before.length}.`)
    const heard = page.locator('[id^=DndLiveRegion]')
    await page.keyboard.press('ArrowDown')
    await eventually(() => heard.textContent(), `About me is over place 3 of ${before.length}.`)
    await page.keyboard.press('Space')
    await eventually(rows, ['Home stays here', 'Move Services', 'Move About me', ...before.slice(3)])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Move About me')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Settings published').waitFor()
    const shown = await html()
    expect(shown.indexOf('id="about"')).toBeGreaterThan(shown.indexOf('id="job"'))
  })

  it('are saved as a draft, which visitors do not see until it is published', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const before = await page.getByLabel('Role').inputValue()
    await page.getByLabel('Role').fill('Drafted only')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.locator('main').getByText('Visitors see the version of').waitFor()
    expect(await html()).not.toContain('Drafted only')
    await page.reload()
    await eventually(() => page.getByLabel('Role').inputValue(), 'Drafted only')
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    // Under the pointer it stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await eventually(() => page.getByLabel('Role').inputValue(), before)
    await page.locator('main').getByText('Visitors see this').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('main').getByText('Visitors see the version of').waitFor()
    await eventually(() => page.getByLabel('Role').inputValue(), 'Drafted only')
    await page.getByLabel('Role').fill(before)
    await page.locator('main').getByText('Visitors see this').waitFor()
  })

  it('marks invalid settings on their group and publishes nothing', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const before = await html()
    await page.getByLabel('Address 2').fill('javascript:alert(1)')
    await page.getByRole('link', { name: /^Introduction/ }).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    const field = page.getByLabel('Address 2')
    await field.waitFor()
    await page.getByRole('link', { name: /^Links \(needs attention\)/ }).waitFor()
    await eventually(() => field.evaluate((element) => element === document.activeElement), true)
    await page.getByText('Address must start with https://').waitFor()
    expect(await html()).toBe(before)
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await page.locator('main').getByText('Visitors see this').waitFor()
  })

  it('shows the changes of another window before it publishes, and asks about conflicts', async () => {
    const one = await site.visitAs(ada, '/admin/settings')
    const other = await site.visitAs(ada, '/admin/settings')
    await one.getByLabel('Role').waitFor()
    await other.getByLabel('Role').fill('Role of the other')
    await other.getByLabel('Location').fill('Place of the other')
    await other.getByText('Saved', { exact: true }).waitFor()
    await one.getByLabel('Role').fill('Role of the one')
    await one.getByRole('group', { name: 'Role was changed elsewhere' }).getByText('Role of the other').waitFor()
    expect(await one.getByLabel('Location').inputValue()).toBe('Place of the other')
    await one.getByRole('button', { name: 'Keep mine' }).click()
    await one.getByText('Saved', { exact: true }).waitFor()

    await other.getByLabel('Contact sentence').or(other.getByLabel('Description')).first().fill('By the other')
    await other.keyboard.press('ControlOrMeta+Enter')
    await other.getByText('Not published yet').waitFor()
    expect(await other.getByLabel('Role').inputValue()).toBe('Role of the one')
    expect(await html()).not.toContain('Role of the one')
    await other.keyboard.press('ControlOrMeta+Enter')
    await other.getByText('Settings published').waitFor()
    expect(await html()).toContain('Role of the one')
    expect(await html()).toContain('Place of the other')
  })

  it('close registration', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=access')
    await page.getByText('Takes effect at once').waitFor()
    await page.getByRole('switch', { name: 'Anyone may register' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    const registration = async () =>
      (await site.callAs<{ registration: boolean }>(ada, 'GET', '/settings')).registration
    await eventually(registration, false)
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    const visitor = await site.visit('/register')
    await visitor.getByText('Registration is closed').waitFor()
  })

  it('are found by keyboard under another word, and what was typed elsewhere is kept', async () => {
    const page = await site.visitAs(ada, '/admin/settings', { width: 1280 })
    await page.getByLabel('Role').fill('Kept while searching')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).click()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    await eventually(() => search.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.type('zqxv')
    await page.getByText('No setting found for “zqxv”.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('dark')
    const result = page.getByRole('button', { name: 'Appearance in Look' })
    await result.waitFor()
    await page.keyboard.press('ArrowDown')
    await eventually(() => result.evaluate((element) => element === document.activeElement), true)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const inField = () =>
      page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'))
    await eventually(inField, 'appearance')
    expect(new URL(page.url()).search).toBe('?tab=theme')
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
    expect(await current.textContent()).toContain('Look')
    await page.getByRole('heading', { name: 'Look', level: 2 }).waitFor()
    await page.getByRole('link', { name: /^Introduction/ }).press('Enter')
    const heading = page.getByRole('heading', { name: 'Introduction', level: 2 })
    await eventually(() => heading.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('Tab')
    await eventually(inField, 'name')
    expect(await page.getByLabel('Role').inputValue()).toBe('Kept while searching')
  })

  it('on a phone are rows, each opens its group with a way back, and search goes to the field', async () => {
    const page = await site.visitAs(ada, '/admin/settings', { width: 360, height: 740, hasTouch: true })
    const group = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: /^Look/ })
    await group.waitFor()
    await expectFine(page, 'the list of groups')
    expect((await group.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await group.tap()
    const heading = page.getByRole('heading', { name: 'Look', level: 2 })
    await eventually(() => heading.evaluate((element) => element === document.activeElement), true)
    expect(await group.count()).toBe(0)
    await page.getByRole('link', { name: 'All settings' }).tap()
    await eventually(() => group.evaluate((element) => element === document.activeElement), true)
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    await search.tap()
    await search.fill('logo')
    await page.getByRole('button', { name: 'Site icon in Look' }).tap()
    const inField = () =>
      page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'))
    await eventually(inField, 'icon')
    await page.goBack()
    await search.waitFor()
  })
})
