import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mostOfLateFonts, shifts, sumOf, watchShifts } from '../../tests/e2e/shifts.ts'
import { useSite } from '../../tests/e2e/site.ts'
import { browserWith, eventually } from '../../tests/support/browser.ts'
import { type Machine, machines, onlyFontsOf } from '../../tests/support/fonts.ts'
import { drawn } from '../../tests/support/moments.ts'

/** The sum of all shifts that a visitor may see. */
const mostShift = (machine: Machine) => (machine === 'Arimo' ? mostOfLateFonts : 0.002)

// Only fontconfig lets a test choose the fonts of a browser.
describe.skipIf(process.platform !== 'linux')(
  'Fonts that come after the first frame (on Linux, where fontconfig chooses them)',
  () => {
    const site = useSite()
    const contextOf = async (machine: Machine, width: number): Promise<BrowserContext> => {
      const browser = await browserWith({ env: { ...process.env, ...onlyFontsOf(machine) } })
      return browser.newContext({ viewport: { width, height: 800 }, baseURL: site.url })
    }

    for (const machine of Object.keys(machines) as Machine[]) {
      it(`a machine with ${machine} alone has no other font`, async () => {
        const context = await contextOf(machine, 600)
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await page.setContent('<p style="font-family: Verdana, sans-serif">Text</p><pre>Code</pre>')
        await session.send('DOM.enable')
        await session.send('CSS.enable')
        const { root } = await session.send('DOM.getDocument')
        const fontOf = async (selector: string) => {
          const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
          return (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(
            ({ familyName }) => familyName,
          )
        }
        expect(await fontOf('p')).toEqual([machine])
        expect(await fontOf('pre')).toEqual([machine === 'Arimo' ? 'Cousine' : `${machine} Mono`])
        await context.close()
      })

      for (const width of [360, 768, 1280])
        it(`shift at most ${mostShift(machine)} on a machine with ${machine} alone, ${width} px`, async () => {
          const context = await contextOf(machine, width)
          const page = await context.newPage()
          await watchShifts(page)
          let release = () => {}
          const painted = new Promise<void>((resolve) => {
            release = resolve
          })
          await page.route('**/*.woff2', async (route) => {
            await painted
            await route.continue()
          })
          await page.goto('/', { waitUntil: 'commit' })
          await eventually(() => page.evaluate(() => performance.getEntriesByType('paint').length > 0), true)
          const asFallback = await page.evaluate(() => document.fonts.check('1em Hanken'))
          release()
          const loaded = () =>
            page.evaluate(() =>
              [...document.fonts]
                .filter(({ status }) => status === 'loaded')
                .map(({ family }) => family.replaceAll('"', '')),
            )
          for (const family of ['Bricolage', 'Hanken', 'Geist Mono'])
            await eventually(async () => (await loaded()).includes(family), true, 15_000)
          await drawn(page)
          await drawn(page)
          expect(asFallback).toBe(false)
          const seen = await shifts(page)
          expect(sumOf(seen), JSON.stringify(seen)).toBeLessThanOrEqual(mostShift(machine))
          await context.close()
        })
    }
  },
)
