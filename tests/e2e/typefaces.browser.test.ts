import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { firstView, views } from '../../bench/transfer.ts'
import { isLeftward, languages, quotationMarks } from '../../src/model/words/languages.ts'
import { axeViolations } from '../support/axe.ts'
import { browser } from '../support/browser.ts'
import { ada, ownedSite } from './admin/people.ts'
import { scrollThrough, sideways } from './site.ts'

interface Pair {
  id: string
  display?: string[]
}

const pairs = readdirSync('src/site/themes', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: theme }) => {
    const { pairs, tokens } = JSON.parse(readFileSync(`src/site/themes/${theme}/theme.json`, 'utf8'))
    return (pairs as Pair[]).map(({ id, display = tokens.font.display.$value }) => ({ theme, id, family: display[0] }))
  })
const still = { reducedMotion: 'reduce' } as const

/** Of two and of eighty characters, and one long word. */
const names = [
  'Åg',
  'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Ruiz P',
  'Wolfeschlegelsteinhausenbergerdorff',
]

const site = ownedSite()
const html = async () => (await fetch(site.url)).text()

/** Publishes settings, and waits for the page that has them with its cut fonts. */
const publish = async (settings: object, isShown: (page: string) => boolean) => {
  await site.callAs(ada, 'PATCH', '/settings', settings)
  await vi.waitUntil(
    async () => {
      const page = await html()
      return isShown(page) && page.includes('href="/assets/fonts/')
    },
    { timeout: 60_000, interval: 100 },
  )
}

/** Text whose ink leaves a box that clips it, above or below. */
const cutTexts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return [...document.querySelectorAll('h1, h1 > span, h2, h3, .typed, .nav-name')].flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const [text] = own
      if (!text || !(element as HTMLElement).checkVisibility() || element.closest('.visually-hidden')) return []
      let box: Element | null = element
      const clips = (one: Element) => {
        const { overflowY, backgroundClip } = getComputedStyle(one)
        return overflowY !== 'visible' || (one === element && backgroundClip.includes('text'))
      }
      while (box && box !== document.body && !clips(box)) box = box.parentElement
      if (!box || box === document.body) return []
      const { font, textTransform } = getComputedStyle(element)
      canvas.font = font
      const written = (text.textContent ?? '').trim().split(/\s+/)[0] ?? ''
      const cased = textTransform === 'lowercase' ? written.toLowerCase() : written
      const first = textTransform === 'uppercase' ? written.toUpperCase() : cased
      const { actualBoundingBoxAscent: up, fontBoundingBoxAscent: ascent } = canvas.measureText(first)
      const range = document.createRange()
      range.selectNodeContents(text)
      const baseline = (range.getClientRects()[0]?.top ?? 0) + ascent
      const { top } = box.getBoundingClientRect()
      return baseline - up < top - 0.75 ? [`${element.className || element.tagName}: ${top - baseline + up} px`] : []
    })
  })

/** The sum of layout shifts of a page whose fonts come after its first paint. */
const shiftOf = async (size: { width: number; height: number }): Promise<number> => {
  const context = await (await browser()).newContext({ viewport: size, ...still })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen = { shift: 0, painted: false }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      const drawn = () => {
        seen.painted = true
      }
      new PerformanceObserver(() => requestAnimationFrame(() => requestAnimationFrame(drawn))).observe({
        type: 'paint',
        buffered: true,
      })
    })
    const held: (() => void)[] = []
    let free = false
    await page.route('**/*.woff2', async (route) => {
      if (!free) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.goto(site.url, { waitUntil: 'commit' })
    await page.waitForFunction(() => (globalThis as unknown as { seen?: { painted: boolean } }).seen?.painted)
    expect(held.length).toBeGreaterThan(0)
    free = true
    for (const go of held) go()
    await page.waitForLoadState('networkidle')
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    return await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
  } finally {
    await context.close()
  }
}

beforeAll(() => site.register(ada, { claim: true }))

describe.each(pairs)('In $theme, the typefaces $id', ({ theme, id, family }) => {
  beforeAll(async () => {
    await publish({ theme, typefaces: [`${theme}/${id}`], name: 'Mira Solberg' }, (page) =>
      page.includes(`--display:"${family}"`),
    )
  })

  it('cost at most 65 kB on a phone, images apart, and name no font of another pair', async () => {
    const { files } = await firstView(await browser(), site.url, views.phone, 2)
    // This product does without the last compression of its pages.
    const smallest = brotliCompressSync(await html()).length
    const sizeOf = ({ kind, bytes, body }: (typeof files)[number]) =>
      kind === 'Image' ? 0 : kind === 'Document' ? bytes - body + smallest : bytes
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
    expect(bytes).toBeLessThanOrEqual(65_000)
    const page = await html()
    const families = pairs.filter((one) => one.theme === theme && one.family !== family).map((one) => one.family)
    for (const other of families) expect(page).not.toContain(`font-family:"${other}"`)
  })

  it('move nothing when they come after what stands in for them', async () => {
    const shifts = [await shiftOf({ width: 390, height: 844 }), await shiftOf({ width: 1350, height: 940 })]
    expect(Math.max(...shifts)).toBeLessThanOrEqual(0.001)
  })

  it('have nothing that axe finds', async () => {
    const page = await site.visit('/', { ...still, width: 360 })
    await scrollThrough(page)
    expect(await axeViolations(page)).toEqual([])
  })

  it('hold short and long names, uncut, on a phone and on a desk', async () => {
    for (const name of names) {
      await publish({ name }, (page) => page.includes(name.split(' ')[0] as string))
      for (const width of [320, 1280]) {
        const page = await site.visit('/', { ...still, width })
        await page.evaluate(() => document.fonts.ready)
        // The name of a poster stands out by the air in its letters.
        const out = (await sideways(page)).filter((line) => !/^(?:SPAN\.|H1\.home-name) /.test(line))
        expect([...out, ...(await cutTexts(page))], `${name}, ${width} px`).toEqual([])
      }
    }
  })
})

const germanic = ['de', 'nl', 'sv', 'nb', 'da']

describe('The language of the page', () => {
  it.each(languages)('has its quotation marks, hyphens and direction: %s', async (language) => {
    await publish({ theme: 'literary', typefaces: [], language }, (page) => page.includes(`lang="${language}"`))
    const page = await site.visit('/', still)
    const found = await page.evaluate(() => {
      const { lang, dir } = document.documentElement
      const { quotes } = getComputedStyle(document.documentElement)
      const { hyphens, hyphenateLimitChars } = getComputedStyle(
        document.querySelector('.timeline-text') as Element,
      ) as CSSStyleDeclaration & { hyphenateLimitChars: string }
      const name = getComputedStyle(document.querySelector('.timeline-name') as Element).hyphens
      return { lang, dir: dir || 'ltr', quotes, hyphens, name, limit: hyphenateLimitChars }
    })
    const divided = !['en', 'ar', 'ja'].includes(language)
    expect(found).toEqual({
      lang: language,
      dir: isLeftward(language) ? 'rtl' : 'ltr',
      // Those of English are the browser's.
      quotes:
        language === 'en'
          ? 'auto'
          : quotationMarks(language)
              .map((mark) => `"${mark}"`)
              .join(' '),
      hyphens: divided ? 'auto' : 'manual',
      name: 'manual',
      limit: divided ? (germanic.includes(language) ? '9 4 4' : '7 3 3') : 'auto',
    })
  })

  it('has system fonts in the kind of the theme where the theme has none for its script', async () => {
    const stackIn = async (theme: string, language: string) => {
      await publish({ theme, language }, (page) => page.includes(`lang="${language}"`))
      const page = await site.visit('/', still)
      return page.evaluate(() => getComputedStyle(document.body).fontFamily)
    }
    expect(await stackIn('literary', 'ja')).toContain('"Hiragino Mincho ProN", "Yu Mincho"')
    expect(await stackIn('gallery', 'ja')).toContain('"Hiragino Sans", "Yu Gothic UI"')
    expect(await stackIn('literary', 'ar')).toContain('"Noto Naskh Arabic"')
    expect(await stackIn('gallery', 'ar')).toContain('"SF Arabic"')
  })

  it.each([
    ['literary', 'alegreya', 'Alegreya'],
    ['poster', 'saira', 'Saira'],
  ])(
    'has figures of one width in numbers that count up, and of their own width in text: %s, %s',
    async (theme, id, family) => {
      await publish({ theme, typefaces: [`${theme}/${id}`], language: 'en' }, (page) =>
        page.includes(`--display:"${family}"`),
      )
      const page = await site.visit('/', still)
      await page.evaluate(() => document.fonts.ready)
      const widthsOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) =>
            ['1111', '0000'].map((digits) => {
              const one = element.ownerDocument.createElement('span')
              one.textContent = digits
              element.append(one)
              const { width } = one.getBoundingClientRect()
              one.remove()
              return Math.round(width)
            }),
          )
      const [counted = 0, also = 1] = await widthsOf('.counter-value')
      expect(counted).toBe(also)
      const [narrow = 0, wide = 0] = await widthsOf('.timeline-text')
      expect(narrow).toBeLessThan(wide)
    },
  )
})
