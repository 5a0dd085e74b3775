import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf, currentPage } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const html = () => currentPage(site.url)
const service = async (at: number) => {
  const entry = (await content.list('services'))[at]
  if (!entry) throw new Error('The samples have no such service.')
  return entry
}

describe('publishing', () => {
  it('stays on the form by keyboard; Enter in a field publishes nothing', async () => {
    const { id } = await service(0)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await page.getByLabel('Title').fill('Kept where I am')
    await page.getByLabel('Title').press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await html()).not.toContain('Kept where I am')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Service published').waitFor()
    await page.locator('main').getByText('Visitors see this').waitFor()
    expect(page.url()).toContain(id)
    expect(await html()).toContain('Kept where I am')
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  })

  it('of everything lists what visitors do not see, leaves what cannot go live, and is undone at once', async () => {
    const [first, second] = [await service(1), await service(2)]
    const draft = (id: string, data: object, version: number) =>
      content.call('PATCH', `/entries/services/${id}`, { data, publish: false }, version)
    await draft(first.id, { title: 'Listed first' }, first.version)
    await draft(second.id, { title: '' }, second.version)
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').fill('Listed as well')
    await page.getByRole('button', { name: '3 changes not yet visible' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not yet visible' })
    await dialog.getByText('Listed first').first().waitFor()
    await dialog.getByText('Role', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Publish all' }).click()
    // Under the pointer it stays.
    await page.getByText('2 changes published').hover()
    await dialog.getByText('Not published: Title is required.').waitFor()
    expect(await html()).toContain('Listed first')
    expect(await html()).toContain('Listed as well')
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => /Listed first|Listed as well/.test(await html()), false)
    await dialog.getByText('Listed first').first().waitFor()
    await dialog.getByText('Role', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Discard all' }).click()
    await dialog.getByText('Visitors see everything').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('button', { name: 'not yet visible' }).count(), 0)
    await eventually(async () => (await page.getByLabel('Role').inputValue()) === 'Listed as well', false)
  })

  it('of everything is said, and undone, while the lists are still being read again', async () => {
    const { id, version } = await service(0)
    const data = { title: 'Said at once' }
    await content.call('PATCH', `/entries/services/${id}`, { data, publish: false }, version)
    const page = await site.visitAs(ada, '/admin/chat')
    await page.getByRole('button', { name: 'not yet visible' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not yet visible' })
    await dialog.getByText('Said at once').first().waitFor()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/api\/(?:drafts|changes)(?:\?|$)/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await dialog.getByRole('button', { name: 'Publish all' }).click()
    // Under the pointer it stays.
    await page.getByText(/changes? published$/).hover()
    expect(await html()).toContain('Said at once')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(async () => (await html()).includes('Said at once'), false)
    release()
    expect((await content.get('services', id)).status).toBe('changed')
    await content.call('DELETE', `/entries/services/${id}/draft`)
  })

  it('of more than the first page lists all of them before one act takes them, and one undo takes it back', async () => {
    const count = 60
    for (let percent = 0; percent < count; percent += 1)
      await content.call('POST', '/entries/skills', { data: { name: `Batch ${percent}`, percent }, publish: false })
    const page = await site.visitAs(ada, '/admin')
    await page.getByRole('button', { name: `${count} changes not yet visible` }).click()
    const dialog = page.getByRole('dialog', { name: 'Not yet visible' })
    await dialog.getByRole('button', { name: 'Publish these 50' }).waitFor()
    await dialog.getByRole('button', { name: `Show all ${count}` }).click()
    await dialog.getByRole('link', { name: `Batch ${count - 1}`, exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Publish all' }).click()
    await page.getByText(`${count} changes published`).hover()
    await dialog.getByText('Visitors see everything').waitFor()
    expect(await html()).toContain(`Batch ${count - 1}`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await html()).includes('Batch'), false)
  })

  it('happens at a chosen time, which the form and the table say', async () => {
    const { id, version } = await service(3)
    await content.call('DELETE', `/entries/services/${id}/publication`, undefined, version)
    const page = await site.visitAs(ada, `/admin/service/edit/${id}`)
    await page.getByText('Unpublished').waitFor()
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish at a time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish at a time' })
    await dialog.getByLabel('Publish at', { exact: true }).fill('2020-01-01T09:00')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.getByText('Choose a time in the future.').waitFor()
    const inOneYear = `${new Date().getFullYear() + 1}-03-01T09:00`
    await dialog.getByLabel('Publish at', { exact: true }).fill(inOneYear)
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.locator('main').getByText('Publishes on').waitFor()
    const entry = await content.get('services', id)
    expect(entry).toMatchObject({ schedule: { publishAt: new Date(inOneYear).toISOString() } })
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish at a time' }).click()
    await dialog.getByRole('button', { name: 'Cancel the schedule' }).click()
    await eventually(async () => (await content.get('services', id)).schedule, null)
  })
})
