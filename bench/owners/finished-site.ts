import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { sampleTexts } from '../../tests/support/guided-start.ts'
import { addressesOf } from '../../tests/support/public-addresses.ts'

/** Content that an owner put into the site. */
export interface Made {
  language: string
  /** Texts that stand on the one page. */
  texts: readonly string[]
  projects: readonly { title: string; texts: readonly string[]; ratios: readonly number[] }[]
}

export interface Findings {
  /** Pictures that no visitor sees, and texts that stand nowhere. */
  lostPictures: string[]
  lostTexts: string[]
  /** Words of the samples or of a product in its first hour, and what is not true. */
  untrue: string[]
}

const strangeWords = ['John Doe', 'Lorem', 'made-up', 'Mira Solberg', 'Your name', 'undefined', '[object', 'NaN']

/** Steps of a ratio between two pictures are larger. */
const ratioTolerance = 0.02

/** Ratios of the images of a page, once all are drawn; a broken one is 0. */
const ratiosOn = async (page: Page): Promise<number[]> => {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) {
      image.loading = 'eager'
      await image.decode().catch(() => {})
    }
  })
  return page.evaluate(() =>
    [...document.querySelectorAll('img')].map((one) => one.naturalWidth / Math.max(1, one.naturalHeight)),
  )
}

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const contentOf = async (url: string) => {
  const answer = await fetch(`${url}/api/content`)
  if (!answer.ok) throw new Error(`/api/content answered ${answer.status}.`)
  return (await answer.json()) as {
    settings: { language: string }
    projects: { title: string; slug: string; image: string | null; blocks: { images?: { image: string }[] }[] }[]
  }
}

/** Looks for all of it as a visitor does, and for what should not be there. */
export const findingsOn = async (browser: Browser, url: string, made: Made): Promise<Findings> => {
  const [addresses, content] = [await addressesOf(url), await contentOf(url)]
  const home = textOf(addresses.get('/') ?? '')
  const lostPictures: string[] = []
  const lostTexts = made.texts.filter((text) => !home.includes(text))
  const visitor = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  for (const { title, texts, ratios } of made.projects) {
    const project = content.projects.find((one) => one.title === title)
    const body = textOf(addresses.get(`/projects/${project?.slug}`) ?? '')
    lostTexts.push(...[title, ...texts].filter((text) => !body.includes(text)))
    if (!home.includes(title)) lostTexts.push(`${title}, in the portfolio`)
    const ids = new Set([
      project?.image,
      ...(project?.blocks ?? []).flatMap(({ images = [] }) => images.map(({ image }) => image)),
    ])
    ids.delete(null)
    if (ids.size !== ratios.length && project) lostPictures.push(`${title} has ${ids.size} of ${ratios.length}`)
    await visitor.goto(`${url}/projects/${project?.slug}`)
    const shown = await ratiosOn(visitor)
    for (const ratio of ratios)
      if (!shown.some((one) => Math.abs(one / ratio - 1) < ratioTolerance))
        lostPictures.push(`${title}: ${ratio.toFixed(2)}`)
    if (shown.includes(0)) lostPictures.push(`${title}: a broken one`)
  }
  await visitor.goto(url)
  if ((await ratiosOn(visitor)).includes(0)) lostPictures.push('a broken one on the one page')
  await visitor.context().close()

  const untrue = [...addresses].flatMap(([address, body]) =>
    [
      ...strangeWords.filter((word) => textOf(body).includes(word)),
      ...sampleTexts.filter((text) => body.includes(text)),
    ].map((word) => `${address}: ${word}`),
  )
  const year = new Date().getFullYear()
  if (!home.includes(`© ${year} `)) untrue.push(`no © ${year}`)
  if (content.settings.language !== made.language || !addresses.get('/')?.includes(`<html lang="${made.language}"`))
    untrue.push(`the language is ${content.settings.language}`)
  if (content.projects.length !== made.projects.length) untrue.push(`there are ${content.projects.length} projects`)
  return { lostPictures, lostTexts, untrue }
}

/** Pictures of the one page and of its first project, from a phone to a large screen, light and dark. */
export const takePictures = async (browser: Browser, url: string, folder: string, name: string): Promise<void> => {
  const [first] = (await contentOf(url)).projects
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 768, 1280, 1680]) {
      const view = { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...view, bypassCSP: true })
      const page = await context.newPage()
      for (const [part, address] of [
        ['home', '/'],
        ['project', `/projects/${first?.slug}`],
      ] as const) {
        await page.goto(url + address)
        // A picture of a whole page leaves out what is drawn only when it is near.
        await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
        await ratiosOn(page)
        await page.screenshot({
          path: path.join(folder, `${name}-${part}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
      await context.close()
    }
}
