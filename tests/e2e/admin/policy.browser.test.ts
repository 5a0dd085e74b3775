import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, newPage } from '../../support/browser.ts'
import { ada, ownedSite, withPreview } from './people.ts'
import { previewOf } from './preview.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

/** Every violation of the page's policy, in every frame, whether or not the script that caused it caught the error. */
const violations = async (page: Page): Promise<string[]> => {
  const seen: string[] = []
  await page.exposeFunction('reportViolation', (line: string) => seen.push(line))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(globalThis as unknown as { reportViolation(line: string): void }).reportViolation(
        `${location.pathname}: ${violatedDirective} ${blockedURI}`,
      )
    })
  })
  return seen
}

describe('the policy of the admin', () => {
  it('is seen to be violated by a script that probes for `Function` and catches the error', async () => {
    const page = await newPage({ baseURL: site.url })
    const seen = await violations(page)
    await page.addInitScript(() => {
      setTimeout(() => {
        try {
          Function('')
        } catch {}
      })
    })
    await page.goto('/login')
    await eventually(async () => seen[0], '/login: script-src eval')
  })

  it('is not violated at /login', async () => {
    const page = await newPage({ baseURL: site.url })
    const seen = await violations(page)
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(seen).toEqual([])
  })

  it('is not violated by the screens, nor by the preview in its frame', async () => {
    const page = await site.openAs(ada, withPreview)
    const seen = await violations(page)
    const { id } = await site.callAs<{ id: string }>(ada, 'POST', '/cv-variants', { name: 'watched' })
    await page.goto(`/admin/cv/edit/${id}`)
    await page.locator('.cv-page[role=img]').first().waitFor()
    for (const address of ['/admin', '/admin/contact', '/admin/portfolio/create', '/admin/settings']) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
    await previewOf(page)
    expect(seen).toEqual([])
  })
})
