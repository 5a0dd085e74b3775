import { describe, expect, it } from 'vitest'
import { describePairs, pairs, still, typefaceSite } from './typefaces.ts'

const fontSite = typefaceSite()

// The other pairs of each theme, and other names, are held by `npm run prove -- typefaces`.
describePairs(
  pairs.filter(({ usual }) => usual),
  { on: fontSite, short: true },
)

describe('The language of the page', () => {
  const { site, publish } = fontSite

  // The rules of every language are held beside the code; here is that the page follows them.
  it.each([
    ['de', 'ltr', '"„" "“" "‚" "‘"', 'auto', '9 4 4'],
    ['ar', 'rtl', '"«" "»" "”" "“"', 'manual', 'auto'],
  ])('has its quotation marks, hyphens and direction: %s', async (language, dir, quotes, hyphens, limit) => {
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
    expect(found).toEqual({ lang: language, dir, quotes, hyphens, name: 'manual', limit })
  })

  it.each([['literary', 'alegreya', 'Alegreya']])(
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
