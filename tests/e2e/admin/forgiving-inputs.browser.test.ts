import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf, currentPage } from './content.ts'
import { ada, ownedSite, withPreview } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const firstOf = async (collection: string) => (await content.list(collection))[0]?.id ?? ''

describe('a link', () => {
  it('is completed when the field is left, which is said and can be undone', async () => {
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${await firstOf('projects')}`)
    const link = page.locator('input[name=url]')
    await link.fill('github.com/ada')
    await page.getByLabel('Year').focus()
    await eventually(() => link.inputValue(), 'https://github.com/ada')
    await page.getByRole('status').filter({ hasText: 'Completed to https://github.com/ada' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => link.inputValue(), 'github.com/ada')
    await link.focus()
    await page.getByLabel('Year').focus()
    expect(await link.inputValue()).toBe('github.com/ada')
    expect(await page.getByText('Completed to').count()).toBe(0)
  })

  it('in a list is completed to mail, and by the key that saves as well', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const second = page.getByLabel('Address 2')
    await second.fill('ada@example.com')
    await page.getByLabel('Label 2').focus()
    await eventually(() => second.inputValue(), 'mailto:ada@example.com')
    const first = page.getByLabel('Address 1')
    await first.fill('www.example.org')
    await page.keyboard.press('ControlOrMeta+s')
    await eventually(() => first.inputValue(), 'https://www.example.org')
  })
})

describe('the end of a period', () => {
  it('before its start is refused beside the end, in both collections', async () => {
    for (const [path, collection] of [
      ['education', 'educations'],
      ['job', 'experiences'],
    ] as const) {
      const id = await firstOf(collection)
      const before = await content.page()
      const page = await site.visitAs(ada, `/admin/${path}/edit/${id}`)
      await page.getByLabel('End year').fill('1990')
      await page.getByLabel('About').focus()
      await page.getByText(/^End year must not be before \d{4}, the start year\.$/).waitFor()
      await page.getByRole('button', { name: 'Publish and close' }).click()
      await eventually(() => page.getByLabel('End year').evaluate((input) => input === document.activeElement), true)
      expect(await page.getByLabel('End year').getAttribute('aria-invalid')).toBe('true')
      expect(await content.page()).toBe(before)
      await page.getByLabel('End year').fill('2050')
      await page.getByLabel('About').focus()
      await eventually(() => page.getByText('must not be before').count(), 0)
    }
  })

  it('may be ongoing: a box, Present on the page, and the year comes back', async () => {
    for (const [path, collection, stored] of [
      ['education', 'educations', null],
      ['job', 'experiences', 'Present'],
    ] as const) {
      const id = await firstOf(collection)
      const page = await site.visitAs(ada, `/admin/${path}/edit/${id}`)
      const year = page.getByLabel('End year')
      await year.waitFor()
      const was = await year.inputValue()
      const box = page.getByLabel('Ongoing')
      await box.focus()
      await page.keyboard.press('Space')
      await eventually(() => year.inputValue(), '')
      await page.keyboard.press('Space')
      await eventually(() => year.inputValue(), was)
      await box.check()
      await page.getByRole('button', { name: 'Publish and close' }).click()
      await page.waitForURL((url) => url.pathname === '/admin/resume')
      expect((await content.get(collection, id)).data.end_year).toBe(stored)
      await page.getByRole('row').filter({ hasText: 'Present' }).first().waitFor()
    }
    expect((await content.page()).match(/ – Present/g)?.length).toBe(2)
  })

  it('is asked for in a new entry, where nothing typed is not yet ongoing', async () => {
    const page = await site.visitAs(ada, '/admin/education/create')
    expect(await page.getByLabel('Ongoing').isChecked()).toBe(false)
    for (const [label, value] of [
      ['Start year', '2024'],
      ['Faculty', 'Law'],
      ['University', 'At night'],
      ['About', 'Slowly.'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('End year is required, or tick Ongoing.').waitFor()
    await page.getByLabel('Ongoing').check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/admin/resume')
    expect((await content.list('educations')).at(-1)?.data).toMatchObject({ end_year: null })
  })
})

describe('a list of short lines', () => {
  it('leaves an input method its Enter, and takes commas of Arabic', async () => {
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${await firstOf('projects')}`)
    const field = page.locator('.list-input').first()
    const input = field.locator('input')
    const tags = () => field.locator('.tag').allInnerTexts()
    await input.waitFor()
    const before = await tags()
    await input.fill('にほん')
    await input.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    expect(await input.inputValue()).toBe('にほん')
    await input.press('Enter')
    await eventually(tags, [...before, 'にほん'])
    await input.fill('تصميم، برمجة')
    await eventually(tags, [...before, 'にほん', 'تصميم'])
  })
})

describe('age, birthplace and a client’s country', () => {
  it('are required in the form and can be hidden from everything that visitors get', async () => {
    const page = await site.visitAs(ada, `/admin/about/edit/${await firstOf('about')}`, withPreview)
    const switches = page.getByRole('switch', { name: 'Visible to visitors' })
    await eventually(() => switches.count(), 2)
    await page.locator('.image-details textarea').waitFor()
    const asterisks = () => page.locator('[data-field=age], [data-field=from]').getByText('*', { exact: true }).count()
    await eventually(asterisks, 2)
    for (const at of [0, 1]) await switches.nth(at).uncheck({ force: true })
    await eventually(asterisks, 0)
    expect(await page.locator('input[name=age]').inputValue()).toBe('31')
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish and close' }).click()
    await page.waitForURL(`${site.url}/admin`)
    const client = await site.visitAs(ada, `/admin/chat/edit/${await firstOf('testimonials')}`)
    await client.getByRole('switch', { name: 'Visible to visitors' }).uncheck({ force: true })
    await client.getByRole('button', { name: 'Publish and close' }).click()
    await client.waitForURL(`${site.url}/admin/chat`)

    const shown = JSON.parse(await currentPage(site.url, '/api/content')) as Record<string, Record<string, unknown>[]>
    expect(shown.about?.[0]).toMatchObject({ age: null, from: '' })
    expect(shown.testimonials?.[0]).toMatchObject({ country: '' })
    const html = await content.page()
    expect(html).not.toContain('<dt>Age</dt>')
    expect(html).not.toContain('Tromsø, Norway</bdi>')
  })
})
