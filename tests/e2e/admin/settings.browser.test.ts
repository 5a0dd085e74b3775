import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { currentPage } from './content.ts'
import { ada, ownedSite } from './people.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const html = () => currentPage(site.url)

describe('settings', () => {
  it('published, stand on the public page', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
    await page.getByRole('tab', { name: 'Theme' }).click()
    await page.getByText('Moss').click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').waitFor()
    expect(await html()).toContain('Ada Byron')
    expect(await html()).toContain('data-accent="moss"')
  })

  it('are undone by the toast, down to the draft that was published', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const before = await page.getByLabel('Role').inputValue()
    await page.getByLabel('Role').fill('A passing fancy')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(async () => (await html()).includes('A passing fancy'), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await html()).includes('A passing fancy'), false)
    expect(await page.getByLabel('Role').inputValue()).toBe('A passing fancy')
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await eventually(() => page.getByLabel('Role').inputValue(), before)
  })

  it('put the sections in another order by keyboard alone; Home stays first', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=sections')
    const rows = () =>
      page
        .locator('.sortable-row:has(.section-switch) .sortable-handle')
        .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')))
    await page.getByRole('button', { name: 'Move About me' }).waitFor()
    const before = await rows()
    expect(before.slice(0, 3)).toEqual(['Home stays here', 'Move About me', 'Move Services'])
    expect(await takeUp(page, 'About me')).toBe(`About me taken, place 2 of ${before.length}.`)
    const heard = page.locator('[id^=DndLiveRegion]')
    await page.keyboard.press('ArrowDown')
    await eventually(() => heard.textContent(), `About me is over place 3 of ${before.length}.`)
    await page.keyboard.press('Space')
    await eventually(rows, ['Home stays here', 'Move Services', 'Move About me', ...before.slice(3)])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Move About me')
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
    await eventually(() => page.getByLabel('Role').inputValue(), before)
    await page.locator('main').getByText('Visitors see this').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => page.getByLabel('Role').inputValue(), 'Drafted only')
    await page.getByLabel('Role').fill(before)
    await page.locator('main').getByText('Visitors see this').waitFor()
  })

  it('marks invalid settings on their tab and publishes nothing', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const before = await html()
    await page.getByLabel('Address 2').fill('javascript:alert(1)')
    await page.getByRole('tab', { name: 'Introduction' }).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    const field = page.getByLabel('Address 2')
    await field.waitFor()
    await eventually(() => field.evaluate((element) => element === document.activeElement), true)
    await page.getByText('Address must start with https://').waitFor()
    expect(await html()).toBe(before)
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await page.locator('main').getByText('Visitors see this').waitFor()
  })

  it('are saved when they are left', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').fill('On the way out')
    await page.getByRole('link', { name: 'Contact' }).click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await eventually(() => page.getByLabel('Role').inputValue(), 'On the way out')
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

  it('keeps typed text while the server is unreachable and saves it later', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Role').fill('Through thick and thin')
    await page.getByText('Offline – kept on this device').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').waitFor()
    expect(await html()).toContain('Through thick and thin')
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
})
