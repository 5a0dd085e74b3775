import { beforeAll, describe, expect, it } from 'vitest'
import type { TestimonialRequest } from '../../../src/model/testimonials/request.ts'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { addressesOf } from '../../support/public-addresses.ts'
import { contentOf } from './content.ts'
import { expectFineInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
const words = 'She sat with us until the form did what the paper did. We kept no paper.'

beforeAll(() => site.register(ada, { claim: true }))

/** Addresses of the site whose text has a trace of what Grace sent, or at which her picture is. */
const traces = async (): Promise<string[]> => {
  await content.page()
  const { media } = await content.call<{ media: { id: string; url: string }[] }>('GET', '/media')
  const found = await addressesOf(site.url)
  expect(found.size).toBeGreaterThan(4)
  const [picture] = media
  const named = [words, 'Grace', ...(picture ? [picture.id, picture.url] : [])]
  const open = picture && (await fetch(site.url + picture.url)).ok ? [picture.url] : []
  return [
    ...[...found].filter(([, body]) => named.some((trace) => body.includes(trace))).map(([path]) => path),
    ...open,
  ]
}

const requests = async () =>
  (await content.call<{ requests: TestimonialRequest[] }>('GET', '/testimonial-requests')).requests

describe('a testimonial by request', () => {
  it('is asked for on the screen, which gives a link to copy', async () => {
    const page = await site.openAs(ada)
    await page.goto('/admin/chat')
    await page.getByRole('button', { name: 'Ask for a testimonial' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a testimonial' })
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    await dialog.getByText('Enter their name.').waitFor()
    await dialog.getByLabel('Their name').fill('Grace Murray')
    await dialog.getByLabel('Their email address').fill('grace@client.example')
    await dialog.getByLabel('A few words to them').fill('It would help me a lot.')
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText('Link created.').waitFor()
    await page.getByText('Waiting for them').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('stays in its dialog while it is on its way, and what went wrong is said there', async () => {
    const page = await site.visitAs(ada, '/admin/chat')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/testimonial-requests', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await held.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Ask for a testimonial' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a testimonial' })
    await dialog.getByLabel('Their name').fill('Joan Clarke')
    await dialog.getByLabel('Their email address').fill('joan@client.example')
    const begun = page.waitForRequest((request) => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    await begun
    await page.keyboard.press('Escape')
    held.resolve()
    await dialog.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
    expect(await dialog.getByLabel('Their name').inputValue()).toBe('Joan Clarke')
    expect((await requests()).map(({ name }) => name)).toEqual(['Grace Murray'])
  })

  it('is about any project, however many pages of them the server answers with', async () => {
    const made = []
    for (const title of ['Harbour', 'Quay', 'Mole']) made.push(await content.create('projects', { title }, false))
    const page = await site.openAs(ada)
    await page.route('**/api/entries/projects?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
    )
    await page.goto('/admin/chat')
    await page.getByRole('button', { name: 'Ask for a testimonial' }).click()
    const options = page.getByRole('dialog').getByLabel('Project').locator('option')
    await eventually(() => options.allTextContents().then((all) => all.sort()), ['Harbour', 'Mole', 'None', 'Quay'])
    for (const { id } of made) await content.call('DELETE', `/entries/projects/${id}`)
  })

  it('is written without an account and without a script, with what is wrong beside its field', async () => {
    const [asked] = await requests()
    const shown = await site.visit(asked?.url ?? '')
    await shown.getByRole('heading', { level: 1, name: /^A few words about/ }).waitFor()
    expect(await shown.locator('script').count()).toBe(0)
    await expectFineInEach(shown, 'what is asked for')
    const page = await site.visit(asked?.url ?? '', { width: 360, javaScriptEnabled: false })
    await page
      .locator('form')
      .first()
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
    await page.getByLabel('Your words').fill(words)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Some fields need your attention.').waitFor()
    expect(await page.getByLabel('Your words').inputValue()).toBe(words)
    expect(await page.locator('[aria-invalid]').first().getAttribute('name')).toBe('relation')
    const buffer = await halves(64, 64, '#204060', '#c0a040').png().toBuffer()
    await page.getByLabel('A picture of you').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await page.getByLabel('By first name only').check()
    await page.getByLabel('Friend or relative').check()
    await page.getByLabel('I wrote this myself').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you. It has arrived').waitFor()
    expect(await traces()).toEqual([])
  })

  it('is published from the list, with what makes its person partial beside it', async () => {
    const page = await site.openAs(ada)
    await page.goto('/admin')
    await page.getByRole('link', { name: '1 new testimonial' }).click()
    const publish = page.getByRole('button', { name: 'Publish what Grace Murray sent' })
    await publish.waitFor()
    // What was changed since the list was read is not published unread.
    const [came] = await requests()
    const { id, version, data } = await content.get('testimonials', came?.entry ?? '')
    for (const [at, image] of [null, data.image].entries())
      await content.call('PATCH', `/entries/testimonials/${id}`, { data: { image }, publish: false }, version + at)
    await publish.click()
    await page.getByText('was changed elsewhere').waitFor()
    expect(await traces()).toEqual([])
    await publish.click()
    await page.getByText('Published', { exact: true }).first().waitFor()
    const html = await content.page()
    expect(html).toContain(words)
    expect(html).toContain('Friend or relative')
    expect(html).toContain('Sent through a link')
    expect(html).not.toContain('Grace Murray')
    expect((await traces()).length).toBeGreaterThan(2)
  })

  it('shows its owner which fields only its person may change', async () => {
    const { entries } = await content.call<{ entries: { id: string }[] }>('GET', '/entries/testimonials')
    const page = await site.openAs(ada)
    await page.goto(`/admin/chat/edit/${entries[0]?.id}`)
    expect(await page.getByLabel('Feedback').isEditable()).toBe(true)
    expect(await page.getByLabel('Company').isEditable()).toBe(true)
    const name = page.getByLabel('Full name')
    expect(await name.isDisabled()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Relation' }).isDisabled()).toBe(true)
    const help = await name.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${help?.split(' ')[0]}"]`).textContent()).toBe(
      'Only the person who sent it may change this.',
    )
    expect(await axeViolations(page)).toEqual([])
  })

  it('is its person’s to withdraw: gone with the next request', async () => {
    const [asked] = await requests()
    const page = await site.visit(asked?.url ?? '', { width: 1280, javaScriptEnabled: false })
    await page.getByText('Visitors read this:').waitFor()
    const picture = page.locator('.ask-picture')
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 64)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('You have withdrawn it.').waitFor()
    expect(await traces()).toEqual([])
    const erase = page.getByRole('button', { name: 'Erase for good' })
    expect(await erase.isVisible()).toBe(false)
    await page.locator('summary').click()
    await erase.click()
    await page.getByText('Everything is erased.').waitFor()
    expect(await requests()).toEqual([])
  })
})
