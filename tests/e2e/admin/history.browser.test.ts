import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

describe('history', () => {
  it('shows author, time and differences of a change, and undoes it', async () => {
    const [skill] = await content.list('skills')
    await content.call('PATCH', `/entries/skills/${skill?.id}`, { data: { name: 'C sharp' } }, skill?.version)
    const page = await site.visitAs(ada, '/admin/history')
    const item = page.getByRole('listitem').filter({ hasText: 'Skill “C sharp” edited and published' })
    await item.getByText('Ada (you)').waitFor()
    await item.getByRole('button', { name: 'Difference' }).click()
    await item.locator('del', { hasText: 'C#' }).waitFor()
    await item.locator('ins', { hasText: 'C sharp' }).waitFor()
    await item.getByRole('button', { name: 'Undo this change' }).click()
    await eventually(async () => (await content.list('skills'))[0]?.data.name, 'C#')
    await page.getByText('Skill “C#” undone').waitFor()
  })

  it('names categories, testimonials and images in a difference, and shows no id', async () => {
    const [before, after] = await content.list('testimonials')
    const [shown] = await content.list('projects')
    const quote = (testimonial: string | undefined) => [{ id: 'q', kind: 'quote', testimonial }]
    const made = await content.create('projects', {
      ...{
        title: 'Quoted',
        slug: 'quoted',
        categories: ['design'],
        image: shown?.data.image,
        blocks: quote(before?.id),
      },
    })
    const blocks = [...quote(after?.id), { id: 'i', kind: 'image', image: shown?.data.image }]
    const data = { categories: ['brand'], blocks }
    await content.call('PATCH', `/entries/projects/${made.id}`, { data }, made.version)
    const page = await site.visitAs(ada, '/admin/history')
    const item = page.getByRole('listitem').filter({ hasText: 'Project “Quoted” edited and published' })
    await item.getByRole('button', { name: 'Difference' }).click()
    await item.locator('del', { hasText: 'Design' }).waitFor()
    await item.locator('ins', { hasText: 'Brand' }).waitFor()
    await item.locator('del', { hasText: String(before?.data.fullname) }).waitFor()
    await item.locator('ins', { hasText: String(after?.data.fullname) }).waitFor()
    await item.locator('ins', { hasText: /Image: .+\.\w{3}/ }).waitFor()
    expect(await item.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('does not say of an image that could not be loaded that it was deleted', async () => {
    const [shown] = await content.list('projects')
    const { image } = shown?.data ?? {}
    const made = await content.create('projects', {
      title: 'Pictured',
      slug: 'pictured',
      categories: ['design'],
      image,
    })
    const blocks = [{ id: 'i', kind: 'image', image }]
    await content.call('PATCH', `/entries/projects/${made.id}`, { data: { blocks } }, made.version)
    const page = await site.openAs(ada)
    await page.route('**/api/media/*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'No image.' } }),
    )
    await page.goto('/admin/history')
    const item = page.getByRole('listitem').filter({ hasText: 'Project “Pictured” edited and published' })
    await item.getByRole('button', { name: 'Difference' }).click()
    await item.locator('ins', { hasText: 'Image: could not be loaded' }).waitFor()
  })

  it('shows the changes of one entry and restores an old state as a draft, in its form', async () => {
    const made = await content.create('skills', { name: 'First words', percent: 10 })
    const second = await content.call<typeof made>(
      'PATCH',
      `/entries/skills/${made.id}`,
      { data: { name: 'Second words' } },
      1,
    )
    await content.call('PATCH', `/entries/skills/${made.id}`, { data: { percent: 20 } }, second.version)
    const page = await site.visitAs(ada, `/admin/history?collection=skills&entry=${made.id}`)
    await page.getByText('Of one skill.').waitFor()
    const items = page.locator('.change-item')
    // The two saves follow each other closely: they are one thing that was done.
    await eventually(() => items.count(), 2)
    await items.filter({ hasText: 'created' }).getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('Restored as a draft').waitFor()
    await page.waitForURL(`**/admin/skill/edit/${made.id}`)
    await eventually(() => page.getByLabel('Name').inputValue(), 'First words')
    const now = await content.get('skills', made.id)
    expect(now).toMatchObject({ status: 'changed', data: { name: 'First words', percent: 10 } })
    expect(await content.page()).toContain('Second words')
  })

  it('shows what was done together as one line that opens, with a link to each entry, and undoes it at once', async () => {
    const names = ['Together one', 'Together two', 'Together three']
    const made: string[] = []
    for (const name of names) made.push((await content.create('skills', { name, percent: 10 })).id)
    await content.call('PATCH', '/entries/skills', { entries: made.map((id) => ({ id })), data: { percent: 11 } })
    const page = await site.visitAs(ada, '/admin/history')
    const item = page.locator('.change-item').filter({ hasText: ', and 2 more' })
    await item.getByRole('button', { name: 'Show all 3' }).click()
    const list = item.getByRole('list', { name: 'Changed together' })
    await eventually(() => list.getByRole('listitem').count(), 3)
    expect(await list.getByRole('link', { name: /Together two/ }).getAttribute('href')).toBe(
      `/admin/skill/edit/${made[1]}`,
    )
    expect(await axeViolations(page)).toEqual([])
    await item.getByRole('button', { name: 'Undo this change' }).click()
    await eventually(
      async () => (await Promise.all(made.map((id) => content.get('skills', id)))).map(({ data }) => data.percent),
      [10, 10, 10],
    )
  })

  it('filters by words, author, place, action and day, and keeps the filters in its URL', async () => {
    await content.create('services', { icon: 'code', title: 'Quilting', text: 'By hand.' })
    const page = await site.visitAs(ada, '/admin/history')
    const items = page.locator('.change-item')
    await page.getByRole('searchbox', { name: 'Words' }).fill('quilting')
    await eventually(() => items.count(), 1)
    await page.getByLabel('What').selectOption('Skills')
    await page.getByText('No change fits all of the filters.').waitFor()
    // Two choices before the screen draws the first.
    const choices = [await page.getByLabel('What').elementHandle(), await page.getByLabel('Action').elementHandle()]
    await page.evaluate(
      (selects) =>
        selects.forEach((select, at) => {
          if (!(select instanceof HTMLSelectElement)) return
          select.value = [...select.options].find(({ text }) => text === ['Services', 'Created'][at])?.value ?? ''
          select.dispatchEvent(new Event('change', { bubbles: true }))
        }),
      choices,
    )
    await page.getByLabel('Who').selectOption({ label: `${ada.name} ${ada.surname}` })
    await eventually(() => items.count(), 1)
    await page.getByLabel('To', { exact: true }).fill('2001-01-01')
    await page.getByText('No change fits all of the filters.').waitFor()
    await page.reload()
    await page.getByText('No change fits all of the filters.').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await eventually(async () => (await items.count()) > 5, true)
    await page.setViewportSize({ width: 360, height: 740 })
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth), 360)
  })

  it('shows the site as it was after a change, brings all of it back, and undoes that', async () => {
    const made = await content.create('skills', { name: 'Old art', percent: 10 })
    await content.call('PATCH', '/settings', { introduction: 'An old sentence that was good.' })
    await content.call('PATCH', `/entries/skills/${made.id}`, { data: { name: 'New art' } }, made.version)
    await content.call('PATCH', '/settings', { introduction: 'A new sentence that is worse.' })
    expect(await content.page()).toContain('New art')
    const page = await site.visitAs(ada, '/admin/history', { width: 1280 })
    const item = page.locator('.change-item').filter({ hasText: 'Settings edited' }).nth(1)
    await item.getByRole('button', { name: 'Difference' }).click()
    await item.getByRole('link', { name: 'Show the site after this change' }).click()
    await page.getByRole('heading', { name: 'The site as it was' }).waitFor()
    const past = page.frameLocator('iframe[title^="The site as it was on"]')
    await past.getByText('An old sentence that was good.').waitFor()
    await past.getByText('Old art').first().waitFor()
    await past.locator('[data-collection="projects"][data-entry]').first().click()
    await past.locator('[data-project-article]').waitFor()
    await page.getByRole('button', { name: 'Bring all of it back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Skills: 1 changed').waitFor()
    await dialog.getByText('Settings: Introduction').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Bring all of it back' }).click()
    await page.getByText('Everything is as it was then.').waitFor()
    const old = await content.page()
    expect([old.includes('Old art'), old.includes('An old sentence'), old.includes('New art')]).toEqual([
      true,
      true,
      false,
    ])
    await page.keyboard.press('Control+z')
    await eventually(async () => (await content.page()).includes('New art'), true)
    await page.goto('/admin/history')
    await page.getByText(/^Site as it was on .* brought back/).waitFor()
  })

  it('says from when on it can show the site', async () => {
    const page = await site.visitAs(ada, '/admin/history', { width: 360 })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('Choose a day and a time.').waitFor()
    await page.getByLabel('The site as it was on').fill('2001-01-01T10:00')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(/^History reaches back to .* Choose a later time\.$/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
