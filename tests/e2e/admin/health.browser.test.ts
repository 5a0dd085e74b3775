import { beforeAll, expect, it } from 'vitest'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

it('says how the site is, what is wrong first, and looks again when asked', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Health' }).click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  const rows = page.locator('.rows > li')
  await rows.first().waitFor()
  await page.locator('.health-mark').first().waitFor()
  expect(await page.locator('main').innerText()).toContain('It works.')
  const marks = await page.locator('.health-mark').allTextContents()
  expect(marks).toEqual(
    [...marks].sort((a, b) => ['Wrong', 'To heed', 'Well'].indexOf(a) - ['Wrong', 'To heed', 'Well'].indexOf(b)),
  )
  expect(marks).toContain('To heed')
  // What a browser reports stands here at the next look.
  await fetch(`${site.url}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': {
        'effective-directive': 'img-src',
        'blocked-uri': 'https://ads.example/p.gif',
        'document-uri': site.url,
      },
    }),
  })
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByText('https://ads.example').waitFor()
})

it('keeps what it is about when it cannot look, and offers to try again', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.route('**/api/health', (route) => route.abort())
  await page.goto('/admin/health')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/health')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.rows > li').first().waitFor()
})
