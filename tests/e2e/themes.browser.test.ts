import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appearances, axeViolations, turnTo } from '../support/axe.ts'
import { eventually } from '../support/browser.ts'
import { ada, ownedSite } from './admin/people.ts'
import { scrollThrough, sideways } from './site.ts'
import { chooseTheme, themes } from './themes.ts'

const still = { reducedMotion: 'reduce' } as const

describe('The sample site', () => {
  const site = ownedSite()
  beforeAll(async () => {
    await site.register(ada, { claim: true })
    await site.callAs(ada, 'PATCH', '/settings', { colophon: true, timeZone: 'Asia/Tokyo' })
  })
  const project = async () => (await site.listed()).find((one) => one.startsWith('/projects/')) ?? ''

  const looks: Record<string, Record<string, string>> = {}

  describe.each(themes)('in the theme %s', (theme) => {
    beforeAll(() => chooseTheme(site, theme))

    it('has nothing that axe finds, sticks out, moves where nothing may, or is drawn from fonts that are not cut to it', async () => {
      const page = await site.open(still)
      const fonts: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
      })
      const moving = () =>
        page.evaluate(
          () =>
            document.getAnimations().filter(({ playState, effect }) => {
              const { endTime } = effect?.getComputedTiming() ?? {}
              return playState === 'running' && Number(endTime) > 10 && Number(endTime) !== 1501
            }).length,
        )
      const found: string[] = []
      for (const address of ['/', await project(), '/not-there']) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(address)
        await eventually(moving, 0)
        await scrollThrough(page)
        await page.evaluate(async () => void (await document.fonts.ready))
        for (const appearance of appearances) {
          await turnTo(page, appearance)
          const where = `${address}, ${appearance.width} px`
          found.push(...(await axeViolations(page)).map((line) => `${where}, ${appearance.colorScheme}: ${line}`))
          for (const direction of ['rtl', 'ltr']) {
            await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), direction)
            // The name of a poster stands out by the air in its letters.
            const beyond = (await sideways(page)).filter((line) => !/^SPAN\. /.test(line))
            found.push(...beyond.map((line) => `${where}, ${direction}: ${line}`))
          }
        }
      }
      expect(found).toEqual([])
      expect(fonts.length).toBeGreaterThan(0)
      expect(fonts.filter((font) => !font.startsWith('/assets/fonts/'))).toEqual([])
      // The colophon names the typefaces, and no sheet does so a second time.
      await page.goto('/')
      expect(await page.locator('.colophon bdi').first().textContent()).not.toBe('')
      const after = await page.locator('.footer').evaluate((footer) => getComputedStyle(footer, '::after').content)
      expect(after).toBe('none')
    })

    it('keeps the journeys of the page: its order, the fixed bar, the headline, the form, the last line', async () => {
      const page = await site.visit('/', { width: 1280 })
      looks[theme] = await lookOf(page)
      const order = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id))
      const expected = ['home', 'about', 'job', 'resume', 'portfolio', 'testimonial', 'contact']
      expect(order.filter((id) => expected.includes(id))).toEqual(expected)
      expect(await page.locator('h1').count()).toBe(1)
      expect(await page.locator('.nav').evaluate((bar) => getComputedStyle(bar).position)).toBe('fixed')
      const typed = page.locator('[data-typed-text]')
      const first = await typed.textContent()
      await eventually(async () => (await typed.textContent()) !== first, true)
      await page.locator('.nav a[href="/#contact"]').first().click()
      await eventually(() => page.evaluate(() => location.hash), '#contact')
      const address = page.locator('.contact-address')
      if ((await address.count()) > 0) await address.click()
      await page.getByLabel('Message', { exact: true }).fill('Hello')
      expect(await page.locator('.footer').textContent()).toContain('©')
    })

    it('keeps a place for each picture until its file comes, and cuts none in a list', async () => {
      const page = await site.open(still)
      const measured = Promise.withResolvers<void>()
      await page.route('**/media/**', (route) => measured.promise.then(() => route.continue()))
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      const boxes = () =>
        page.locator('main img').evaluateAll((all) =>
          all.map((img) => {
            const { width, height } = img.getBoundingClientRect()
            return [width, height] as const
          }),
        )
      const before = await boxes()
      measured.resolve()
      await page.locator('main img').evaluateAll(async (all) => {
        for (const img of all as HTMLImageElement[]) img.loading = 'eager'
        await Promise.all((all as HTMLImageElement[]).map((img) => img.decode()))
      })
      const moved = (await boxes()).filter(([width, height], at) => {
        const [w = 0, h = 0] = before[at] ?? []
        return Math.abs(width - w) > 1 || Math.abs(height - h) > 1
      })
      expect(before.length).toBeGreaterThan(5)
      expect(moved).toEqual([])
      // In a low window, which bounds the large ones of a list.
      await page.setViewportSize({ width: 1280, height: 400 })
      const cut = await page.locator('.index-image img').evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter((img) => {
            const { width, height } = img.getBoundingClientRect()
            const isFilled = getComputedStyle(img).objectFit === 'cover'
            return isFilled && Math.abs(width / height - img.naturalWidth / img.naturalHeight) > 0.05
          })
          .map((img) => img.currentSrc),
      )
      expect(cut).toEqual([])
    })

    it('is read and used without JavaScript', async () => {
      const page = await site.visit('/', { ...still, javaScriptEnabled: false, width: 360 })
      await page.locator('.nav-toggle-plain').first().click()
      await eventually(() => page.locator('#menu').getByRole('link', { name: 'Portfolio' }).isVisible(), true)
      await page.goto('/')
      for (const part of ['#testimonial .quote-text', '#contact textarea', '#portfolio .card-title'])
        expect(await page.locator(part).first().isVisible(), part).toBe(true)
    })
  })

  it('gives a phone of 720 pixels the picture of that width', async () => {
    await chooseTheme(site, 'literary')
    const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
    const page = await site.visit('/', { ...still, ...phone })
    const picture = page.locator('.home-picture img')
    await picture.scrollIntoViewIfNeeded()
    await eventually(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc.split('-').at(-1)), '720.avif')
  })

  it('looks different in any two themes in at least three of grid, type, colour, image, rhythm and motion', () => {
    // Collected by the stories above: a change of theme renders everything again.
    expect(Object.keys(looks)).toEqual(themes)
    const alike = themes.flatMap((one, at) =>
      themes.slice(at + 1).flatMap((other) => {
        const parts = Object.keys(looks[one] ?? {})
        const differing = parts.filter((part) => looks[one]?.[part] !== looks[other]?.[part])
        return differing.length >= 3 ? [] : [`${one} and ${other} differ in ${differing.join(', ')} only`]
      }),
    )
    expect(alike).toEqual([])
  })
})

/** What the page computes of each of the six. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string) => {
      const element = document.querySelector(selector)
      return { style: element && getComputedStyle(element), box: element?.getBoundingClientRect() }
    }
    const ten = (px: number | undefined) => Math.round((px ?? 0) / 10)
    const [name, body, title, picture, card] = [
      of('.home-name'),
      of('body'),
      of('.heading-title'),
      of('#portfolio .card-image, #portfolio .image'),
      of('#portfolio [data-portfolio] > *'),
    ]
    const list = of('#portfolio [data-portfolio]').style
    return {
      grid: [ten(of('#about').box?.left), ten(of('#about').box?.width), ten(title.box?.left), list?.display].join(),
      type: [name.style?.fontFamily, body.style?.fontFamily, name.style?.fontSize].join(),
      colour: [
        body.style?.color,
        of('html').style?.backgroundColor,
        of('.button-filled').style?.backgroundColor,
      ].join(),
      image: [ten(card.box?.width), ten(picture.box?.height), picture.style?.filter, picture.style?.padding].join(),
      rhythm: [of('#about').style?.paddingBlockEnd, title.style?.fontSize, of('.home').style?.marginBlockEnd].join(),
      motion: [title.style?.animationName, picture.style?.transition, of('.card-link img').style?.transition].join(),
    }
  })
