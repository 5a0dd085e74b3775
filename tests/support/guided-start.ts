import type { Browser, Page } from 'playwright-core'
import { collections } from '../../src/model/content/collections.ts'
import { examples } from '../../src/model/content/examples.ts'
import { sampleSettings } from '../../src/model/settings/sample-settings.ts'
import { countingHands } from './effort.ts'

/** Every telling text in a value: names, sentences, email addresses, URLs. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length >= 12 && !/^[\w-]+\.svg$/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
/** What a page has of the samples, if it has anything of them. */
export const sampleTexts = [
  ...textsOf(Object.values(examples)),
  ...textsOf(sampleSettings),
  'Solberg',
  // Names of lists in the answers of the API are nobody's text.
].filter((text) => !(text in collections))

export interface GuidedStart {
  /** What the start printed. */
  said: string
  /** Files of the owner's portrait and of the images of two projects. */
  portrait: string
  image: string
  /** Called at each stop, before going on. */
  at?(stop: 'welcome' | 'introduction' | 'samples' | 'checklist', page: Page): Promise<unknown>
}

export const ada = {
  account: [
    ['Name', 'Ada'],
    ['Family Name', 'Byron'],
    ['Username', 'ada'],
    ['Email address', 'ada@analytical.example'],
    ['Password', 'four lighthouses and a ferry'],
  ],
  facts: [
    ['Role', 'Analyst of engines'],
    ['Headline', 'Programs for looms and engines'],
    ['Location', 'London, England'],
  ],
  projects: ['Bernoulli numbers', 'Weaving by cards'],
} as const

/** From what the start printed to a page without a trace of the samples, by what stands on the screen alone. */
export const walkThroughSetup = async (
  browser: Browser,
  { said, portrait, image, at = async () => {} }: GuidedStart,
) => {
  const { effort, click, type, upload } = countingHands()
  const link = /Make it yours\s+(\S+)/.exec(said)?.[1]
  if (!link) throw new Error(`The start printed no claim link:\n${said}`)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'fr-FR',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()

  await page.goto(link)
  for (const [label, text] of ada.account) await type(page.getByLabel(label, { exact: true }), text)
  await click(page.getByRole('button', { name: 'Make this site yours' }))
  const welcome = page.getByRole('complementary', { name: 'Welcome' })
  await welcome.waitFor()
  await at('welcome', page)
  await click(welcome.getByRole('link', { name: 'Make it yours' }))

  await page.getByRole('heading', { name: 'Introduce yourself' }).waitFor()
  for (const [label, text] of ada.facts) await type(page.getByRole('textbox', { name: label, exact: true }), text)
  await upload(page, portrait)
  await at('introduction', page)
  await click(page.getByRole('button', { name: 'Publish and continue' }))
  await page.getByRole('heading', { name: 'Sample content' }).waitFor()
  await at('samples', page)
  await click(page.getByRole('button', { name: 'Remove all sample content' }))

  const steps = page.getByRole('complementary', { name: 'First steps' })
  for (const [index, title] of ada.projects.entries()) {
    if (index === 0) {
      await steps.waitFor()
      await at('checklist', page)
      await click(steps.getByRole('link', { name: 'Add your first project' }))
    } else await click(page.getByRole('link', { name: /^Create/ }))
    await type(page.getByRole('textbox', { name: 'Title' }), title)
    await upload(page, image)
    await type(page.getByRole('textbox', { name: 'Summary' }), `About ${title.toLowerCase()}.`)
    await click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByRole('row', { name: new RegExp(title) }).waitFor()
  }
  return { effort, page }
}
