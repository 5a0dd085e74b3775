import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillWithProjects } from '../../bench/admin/many-entries.ts'
import { eventually } from '../support/browser.ts'
import { copySampleData } from '../support/product.ts'
import { useSite } from './site.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-many-projects-'))
beforeAll(async () => {
  await copySampleData(dataDir)
  await fillWithProjects(dataDir, 120, { published: true })
}, 180_000)
describe('A portfolio of 120 projects', () => {
  const site = useSite({ dataDir })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('of 120 projects only the images near the window are laid out, before a filter and after it', async () => {
    const page = await site.visit('/all')
    const images = page.locator('[data-portfolio] li:not([hidden]) img')
    const isFew = () =>
      images.evaluateAll((images) => {
        const { length } = images.filter((one) => one.checkVisibility({ contentVisibilityAuto: true }))
        return length > 1 && length < 30
      })
    await eventually(isFew, true)
    expect(await images.count()).toBe(120)
    await page.locator('[data-filter=design]').click()
    await eventually(() => images.count().then((count) => count < 60), true)
    await eventually(isFew, true)
  })
})
