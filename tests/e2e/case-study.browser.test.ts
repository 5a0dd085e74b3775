import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { eventually, started } from '../support/browser.ts'
import { writeCaseStudy } from '../support/case-study.ts'
import { htmlProblems } from '../support/html.ts'
import { copySampleData } from '../support/product.ts'
import { openOver, scrollThrough, sideways, useSite } from './site.ts'

const still = { reducedMotion: 'reduce' } as const

const useCaseStudy = (options: Parameters<typeof writeCaseStudy>[1]) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-case-study-'))
  let address = ''
  beforeAll(async () => {
    await copySampleData(dataDir)
    address = await writeCaseStudy(dataDir, options)
  })
  const site = useSite({ dataDir })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  return { site, address: () => address }
}

describe.each(['en', 'ar'])('A case study in %s', (language) => {
  const { site, address } = useCaseStudy({ language })

  it('is accessible and fits 320 px in light and dark colours, with and without scripts', async () => {
    const page = await site.visit(address(), { ...still, width: 320, height: 900 })
    expect(await page.locator('.block').count()).toBe(9)
    await scrollThrough(page)
    await page.locator('.compare[data-live]').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeViolations(page), colorScheme).toEqual([])
    }
    expect(await sideways(page)).toEqual([])
    const plain = await site.visit(address(), { ...still, width: 320, height: 900, javaScriptEnabled: false })
    expect(await plain.locator('.block').count()).toBe(9)
    expect(await plain.locator('.compare img').count()).toBe(2)
    expect(await sideways(plain)).toEqual([])
  })

  it('has three edges at most from which its parts start, on its page and in the dialog, at every width', async () => {
    const page = await site.visit(address(), { ...still, height: 900 })
    const blocks = '.block > *, .block > :is(.prose, figure, .link-card) > *'
    const parts = `.project-title, .project-summary, .project-image, .project-facts, .project-nav, ${blocks}`
    const edges = async (root: string) => {
      await page.locator(`${root} .compare[data-live]`).waitFor()
      const found = await page.locator(root).evaluate((element, selector) => {
        const leftward = document.documentElement.dir === 'rtl'
        return [...element.querySelectorAll(selector)].map((part) => {
          const { left, right } = part.getBoundingClientRect()
          return { name: part.closest('.block')?.className ?? part.className, edge: leftward ? -right : left }
        })
      }, parts)
      expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThan(11)
      // A title hangs by a hair, so that its first letter stands on the edge.
      const distinct = found.map(({ edge }) => edge).toSorted((one, other) => one - other)
      return distinct.filter((edge, n) => n === 0 || edge - (distinct[n - 1] ?? 0) > 4)
    }
    const atEveryWidth = async (root: string) => {
      await page.locator(`${root} .compare`).scrollIntoViewIfNeeded()
      for (const width of [1280, 1920, 768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        expect((await edges(root)).length, `${root}, ${width} px`).toBeLessThanOrEqual(width < 896 ? 1 : 3)
      }
    }
    await atEveryWidth('main')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/')
    await openOver(page.locator(`a[href="${address()}"]`).first())
    await atEveryWidth('dialog.project-dialog')
  })

  if (language !== 'en') return

  it('compares its images by the arrow keys, on its page and in the dialog, where they stay on the project', async () => {
    const page = await site.visit(address(), still)
    const slider = page.locator('.compare input')
    const compare = async () => {
      await page.locator('.compare').scrollIntoViewIfNeeded()
      await slider.waitFor()
      expect(await slider.getAttribute('aria-label')).toBe('The old timetable – After')
      await slider.focus()
      for (const key of ['ArrowRight', 'ArrowRight', 'End']) {
        const before = Number(await slider.inputValue())
        await page.keyboard.press(key)
        expect(Number(await slider.inputValue())).toBeGreaterThan(before)
      }
      const value = await page.locator('.compare').evaluate((root) => getComputedStyle(root).getPropertyValue('--cut'))
      expect(value).toBe('100%')
    }
    await compare()
    await page.goto('/')
    await openOver(page.locator(`a[href="${address()}"]`))
    await page.locator('dialog .block-compare').waitFor()
    await compare()
    expect(new URL(page.url()).pathname).toBe(address())
    // Its style sheet came along.
    await eventually(() => page.locator('dialog .gallery').evaluate((list) => getComputedStyle(list).display), 'flex')
  })

  it.each(['.code-text', '.table'])(
    'scrolls what is wider than a phone in %s, by keyboard as well',
    async (selector) => {
      const page = await site.visit(address(), { ...still, width: 360, height: 800 })
      const scrolls = async (box: Locator) => {
        await started(page)
        await box.focus()
        // On a busy machine Chromium drops a key that comes before it has drawn the box once.
        const state = async () => {
          await page.keyboard.press('ArrowRight')
          return box.evaluate((element) => [
            element === document.activeElement,
            element.scrollWidth > element.clientWidth,
            element.scrollLeft > 0,
          ])
        }
        await eventually(state, [true, true, true])
      }
      await scrolls(page.locator(selector))
      await page.goto('/')
      await openOver(page.locator(`a[href="${address()}"]`))
      await scrolls(page.locator('dialog').locator(selector))
      expect(new URL(page.url()).pathname).toBe(address())
    },
  )
})

describe('A case study of 40 blocks and 30 images', () => {
  const { site, address } = useCaseStudy({ long: true })

  it('is valid, asks no other site, and its first view is 90 kB at most besides its images', async () => {
    const page = await site.open({ ...still, width: 1280, height: 900 })
    const asked: { url: string; type: string }[] = []
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      asked.push({ url: request.url(), type: request.resourceType() })
      if (['document', 'stylesheet', 'script'].includes(request.resourceType()))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(address(), { waitUntil: 'networkidle' })
    expect(await page.locator('.block').count()).toBe(40)
    expect(await page.locator('.block img').count()).toBeGreaterThanOrEqual(30)
    expect(asked.filter(({ url }) => !url.startsWith(site.url))).toEqual([])
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(5000)
    expect(total).toBeLessThan(90_000)
    expect(await htmlProblems(await (await fetch(site.url + address())).text())).toEqual([])
    // Of its images, those far below wait.
    expect(asked.filter(({ type }) => type === 'image').length).toBeLessThan(20)
  })
})
