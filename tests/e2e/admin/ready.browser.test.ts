import { beforeAll, expect, it } from 'vitest'
import type { ReadinessReport } from '../../../src/model/readiness/readiness.ts'
import { axeViolations } from '../../support/axe.ts'
import { contentOf, currentPage } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)

beforeAll(async () => {
  await site.register(ada, { claim: true })
  const blocks = [
    { id: 'a', kind: 'text', markdown: 'Before.' },
    { id: 'b', kind: 'text', markdown: 'Between.\n\n##\n\nAfter.' },
  ]
  const summary = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do.'
  await content.create('projects', { title: 'Harbour', slug: 'harbour', summary, year: 2199, blocks })
  await content.call('PATCH', '/settings', { name: 'Ada Byron', description: 'Short.' })
})

const health = async (visit = {}) => {
  await currentPage(site.url)
  const page = await site.visitAs(ada, '/admin/health', visit)
  const panel = page.getByRole('region', { name: 'Ready to show?' })
  await panel.getByRole('status').getByText('pages were read').waitFor()
  return { page, panel, kind: (name: string) => panel.getByRole('region', { name }) }
}

// One of an entry and one of the settings; which field each finding names is held by `readiness.test.ts`.
it.each([
  ['Headings', 'Project: Harbour', 'blocks'],
  ['Email', 'Settings: Mail', 'notices'],
])('each finding leads to its field: %s', async (name, link, field) => {
  const { page, kind } = await health()
  await kind(name).getByRole('link', { name: link }).click()
  const focused = page.locator(`[data-field="${field}"] :focus`)
  await focused.waitFor()
  // The second block is the one.
  if (field === 'blocks') expect(await focused.inputValue()).toContain('Between.')
})

it('is dismissed with a reason, by keyboard, comes back with Undo, and is listed with its reason', async () => {
  const { page, panel, kind } = await health()
  const link = kind('Contradictory dates').getByRole('link')
  const dismiss = kind('Contradictory dates').getByRole('button', { name: /^Dismiss… Project: Harbour/ })
  await dismiss.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await panel.getByText('Say in a few words why it may stay.').waitFor()
  await page.keyboard.press('Escape')
  await dismiss.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('It is planned')
  await page.keyboard.press('Enter')
  // Under the pointer it stays.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await link.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await link.waitFor()

  await dismiss.click()
  await panel.getByLabel('Why it may stay').fill('It is planned')
  await panel.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await panel.getByRole('button', { name: 'Dismissed 1' }).click()
  await panel.getByText('It is planned').waitFor()
  await panel.getByRole('button', { name: 'Count again Project: Harbour' }).click()
  await link.waitFor()
})

it('fits and has no barrier at 360 px', async () => {
  const { page, panel } = await health({ width: 360 })
  await panel
    .getByRole('button', { name: /^Dismiss…/ })
    .first()
    .click()
  await panel.getByLabel('Why it may stay').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeViolations(page)).toEqual([])
})

it('offers a retry when it fails, says so when nothing is found, and stands among the first steps until then', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.getByRole('link', { name: /^Be ready to show/ }).waitFor()
  await page.route('**/api/readiness', (route) => route.abort())
  await page.getByRole('link', { name: /^Be ready to show/ }).click()
  const panel = page.getByRole('region', { name: 'Ready to show?' })
  await panel.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/readiness')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('pages were read').waitFor()

  const { findings } = await content.call<ReadinessReport>('GET', '/readiness')
  for (const { id } of findings) await content.call('POST', '/readiness/dismissals', { id, reason: 'Later' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await panel.getByText(/^Nothing to mend: \d+ pages were read\.$/).waitFor()
  await page.goto('/admin')
  const steps = page.getByRole('complementary', { name: 'First steps' })
  await steps.getByRole('listitem').filter({ hasText: 'Be ready to show' }).and(page.locator('[data-done]')).waitFor()
})

it('looks at links to other sites only when the owner presses', async () => {
  const id = (await content.list('projects'))[0]
  await content.call('PATCH', `/entries/projects/${id?.id}`, { data: { url: 'http://127.0.0.1/secret' } }, id?.version)
  const { panel, kind } = await health()
  await panel.getByText('Not checked yet.').waitFor()
  await panel.getByRole('button', { name: 'Check 1 link to other sites' }).click()
  await panel.getByText(/^1 checked, .*: 1 dead\.$/).waitFor()
  await kind('Dead links').getByText('private network').waitFor()
})
