import { beforeAll, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite, withPreview } from './people.ts'
import { previewOf } from './preview.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const html = () => currentPage(site.url)
const look = '/admin/settings?tab=theme'

it('own CSS shows in the preview while it is typed, wins over the look, and stands on the page once it is published', async () => {
  const page = await site.visitAs(ada, look, withPreview)
  const frame = await previewOf(page)
  const field = page.getByLabel('Own CSS', { exact: true })
  const colour = () => frame.locator('.home-name').evaluate((name) => getComputedStyle(name).color)
  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }')
  await eventually(colour, 'rgb(1, 2, 3)')
  // Half a rule: the preview keeps the last whole one, and the field says why. The draft is saved.
  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }\n.nav { color')
  await page.getByText('Line 2: “{” is not closed.').waitFor()
  expect(await colour()).toBe('rgb(1, 2, 3)')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Not published').first().waitFor()
  await eventually(() => field.evaluate((element) => element === document.activeElement), true)
  expect(await html()).not.toContain('rgb(1 2 3)')
  expect(await axeViolations(page)).toEqual([])

  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }')
  await page.getByText('Line 2').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  const visitor = await site.visit('/')
  expect(await visitor.locator('.home-name').evaluate((name) => getComputedStyle(name).color)).toBe('rgb(1, 2, 3)')
  await visitor.goto('/login')
  expect(await visitor.content()).not.toContain('rgb(1 2 3)')

  await page.getByRole('switch', { name: 'Use own CSS' }).click()
  await eventually(async () => (await colour()) === 'rgb(1, 2, 3)', false)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await eventually(async () => (await html()).includes('rgb(1 2 3)'), false)
})

it('own CSS that hides what visitors need is said to, at the width of the preview, and can be published', async () => {
  const page = await site.visitAs(ada, look, withPreview)
  await previewOf(page)
  const field = page.getByLabel('Own CSS', { exact: true })
  const on = page.getByRole('switch', { name: 'Use own CSS' })
  if (!(await on.isChecked())) await on.click()
  const notice = page.getByText(/^In the preview, your CSS hides/)
  await field.fill('.contact-form { opacity: 0 } footer { transform: scale(0) }')
  await eventually(
    () => notice.textContent(),
    'In the preview, your CSS hides the contact form and the links of the footer.',
  )
  await field.fill('@media (width < 600px) { .nav { position: absolute; inset-inline-start: -300vw } }')
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /^Phone/ }).click({ force: true })
  await eventually(() => notice.textContent(), 'In the preview, your CSS hides the navigation.')
  await field.fill('.nav { color: red }')
  await notice.waitFor({ state: 'detached' })
})

it('own CSS on a phone stays inside the screen, and Tab leaves it', async () => {
  const page = await site.visitAs(ada, look, { width: 360, height: 740, hasTouch: true })
  const field = page.getByLabel('Own CSS', { exact: true })
  await field.fill(`${'.a-very-long-selector '.repeat(12)}{ color: red }\n`.repeat(12))
  await expectFine(page, 'own CSS')
  await field.focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
  expect(await focused()).toBe('switch')
})
