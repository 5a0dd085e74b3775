import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada, ownedSite } from '../../tests/e2e/admin/people.ts'
import { sideways } from '../../tests/e2e/site.ts'
import { chooseTheme, themes } from '../../tests/e2e/themes.ts'
import { copySampleData } from '../../tests/support/product.ts'
import { fillWithTooMuch } from '../../tests/support/too-much.ts'

describe('With far too much content', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-themes-'))
  beforeAll(async () => {
    await copySampleData(dataDir)
    await fillWithTooMuch(dataDir)
  })
  const site = ownedSite({ dataDir })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('has an owner', () => site.register(ada, { claim: true }))

  it.each(themes)('nothing sticks out in the theme %s', async (theme) => {
    await chooseTheme(site, theme)
    const page = await site.open({ reducedMotion: 'reduce' })
    for (const address of ['/', (await site.listed()).find((one) => one.startsWith('/projects/a-project')) ?? '']) {
      await page.goto(address)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await sideways(page), `${address}, ${width} px`).toEqual([])
      }
    }
  })
})
