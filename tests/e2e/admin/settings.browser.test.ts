import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const html = async () => (await fetch(site.url)).text()

describe('settings', () => {
  it('saved, stand on the public page', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Name *').fill('Ada Byron')
    await page.getByRole('tab', { name: 'Theme' }).click()
    await page.getByText('Moss').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    expect(await html()).toContain('Ada Byron')
    expect(await html()).toContain('data-accent="moss"')
  })

  it('are undone by the toast', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').fill('A passing fancy')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await html()).includes('A passing fancy'), false)
    await eventually(async () => (await page.getByLabel('Role').inputValue()) === 'A passing fancy', false)
  })

  it('put the sections in another order by keyboard alone; Home stays first', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=sections')
    const rows = () =>
      page
        .locator('.sortable-row:has(.section-switch) .sortable-handle')
        .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')))
    await page.getByRole('button', { name: 'Move About me' }).focus()
    const before = await rows()
    expect(before.slice(0, 3)).toEqual(['Home stays here', 'Move About me', 'Move Services'])
    await page.keyboard.press('Space')
    const heard = page.locator('[id^=DndLiveRegion]')
    await eventually(() => heard.textContent(), `About me taken, place 2 of ${before.length}.`)
    // The library measures the rows before it can move one.
    await page.waitForTimeout(250)
    await page.keyboard.press('ArrowDown')
    await eventually(() => heard.textContent(), `About me is over place 3 of ${before.length}.`)
    await page.keyboard.press('Space')
    await eventually(rows, ['Home stays here', 'Move Services', 'Move About me', ...before.slice(3)])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Move About me')
  })

  it('marks invalid settings on their tab and sends nothing', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent++
    })
    await page.getByLabel('Address 2').fill('javascript:alert(1)')
    await page.getByRole('tab', { name: 'Access' }).click()
    await page.getByRole('switch', { name: 'Anyone may register' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    const field = page.getByLabel('Address 2')
    await field.waitFor()
    await eventually(() => field.evaluate((element) => element === document.activeElement), true)
    await page.getByText('Address must start with https://').waitFor()
    expect(sent).toBe(0)
  })

  it('asks before unsaved settings are left', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').fill('Not saved')
    await page.getByRole('link', { name: 'Contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay here' }).first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Role').inputValue()).toBe('Not saved')
    await page.getByRole('link', { name: 'Contact' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
  })

  it('bring back what was left unsaved, until it is discarded', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    const role = page.getByLabel('Role')
    const before = await role.inputValue()
    await role.fill('Left in the middle')
    await page.getByRole('link', { name: 'Contact' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByText('Unsaved text recovered').waitFor()
    expect(await role.inputValue()).toBe('Left in the middle')
    await page.getByRole('status').getByRole('button', { name: 'Discard' }).click()
    await eventually(() => role.inputValue(), before)
    expect(await html()).not.toContain('Left in the middle')
  })

  it('keeps the changes of two windows and asks only about conflicts', async () => {
    const one = await site.visitAs(ada, '/admin/settings')
    const other = await site.visitAs(ada, '/admin/settings')
    await one.getByLabel('Role').waitFor()
    await other.getByLabel('Role').fill('Role of the other')
    await other.getByLabel('Location').fill('Place of the other')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText('Settings saved').waitFor()
    await one.getByLabel('Role').fill('Role of the one')
    await one.getByRole('button', { name: 'Save' }).click()
    await one.getByRole('group', { name: 'Role was changed elsewhere' }).getByText('Role of the other').waitFor()
    expect(await one.getByLabel('Location').inputValue()).toBe('Place of the other')
    await one.getByRole('button', { name: 'Keep mine' }).click()
    await one.getByRole('button', { name: 'Save' }).click()
    await one.getByText('Settings saved').waitFor()
    expect(await html()).toContain('Role of the one')
    expect(await html()).toContain('Place of the other')
  })

  it('keeps typed text while the server is unreachable and saves it later', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').fill('Through thick and thin')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Not saved; your text is still here').waitFor()
    await page.context().setOffline(false)
    expect(await page.getByLabel('Role').inputValue()).toBe('Through thick and thin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    expect(await html()).toContain('Through thick and thin')
  })

  it('close registration', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=access')
    await page.getByRole('switch', { name: 'Anyone may register' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    const visitor = await site.visit('/register')
    await visitor.getByText('Registration is closed').waitFor()
  })
})
