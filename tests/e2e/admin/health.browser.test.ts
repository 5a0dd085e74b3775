import { beforeAll, expect, it } from 'vitest'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

it('shows the health checks, failures first, and checks again on request', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Health' }).click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  const rows = page.locator('.rows > li:has(.health-mark)')
  await rows.first().waitFor()
  await page.locator('.health-mark').first().waitFor()
  expect(await page.locator('main').innerText()).toContain('No check has failed.')
  const marks = await page.locator('.health-mark').allTextContents()
  expect(marks).toEqual(
    [...marks].sort((a, b) => ['Fail', 'Warning', 'OK'].indexOf(a) - ['Fail', 'Warning', 'OK'].indexOf(b)),
  )
  expect(marks).toContain('Warning')
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
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('https://ads.example').waitFor()
})

it('keeps its heading when the check fails and offers a retry', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.route('**/api/health', (route) => route.abort())
  await page.goto('/admin/health')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/health')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.rows > li:has(.health-mark)').first().waitFor()
})
