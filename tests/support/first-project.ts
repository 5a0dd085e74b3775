import type { Browser, Page } from 'playwright-core'
import { countingHands } from './effort.ts'

export interface Walk {
  /** What the start printed. */
  said: string
  /** The file of the project's image. */
  image: string
  /** Called at each stop, before going on. */
  at?(stop: 'claim' | 'first-steps' | 'new-project' | 'upload' | 'published' | 'page', page: Page): Promise<unknown>
}

export const firstProject = {
  title: 'Harbour library',
  summary: 'A catalogue that finds a book by what one remembers of it.',
}

const someone = [
  ['Name', 'Mira'],
  ['Family Name', 'Osterholm'],
  ['Username', 'mira'],
  ['Email address', 'mira@example.com'],
  ['Password', 'four lighthouses and a ferry'],
] as const

/**
 * From what the start printed to a published first project with an image, as somebody goes who has read nothing: only by what is
 * printed or stands on the screen, each step by its words.
 */
export const walkToFirstProject = async (browser: Browser, { said, image, at = async () => {} }: Walk) => {
  const { effort, click, type, upload } = countingHands()
  const link = /Make it yours\s+(\S+)/.exec(said)?.[1]
  if (!link) throw new Error(`The start printed no link that makes the site one's own:\n${said}`)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(link)
  for (const [label, text] of someone) await type(page.getByLabel(label, { exact: true }), text)
  await at('claim', page)
  await click(page.getByRole('button', { name: 'Make this site yours' }))

  await click(page.getByRole('link', { name: 'Edit this site' }))
  const steps = page.getByRole('complementary', { name: 'First steps' })
  await steps.waitFor()
  await page.getByRole('table', { name: 'About' }).waitFor()
  await at('first-steps', page)
  await click(steps.getByRole('link', { name: 'Add your first project' }))

  await type(page.getByRole('textbox', { name: 'Title' }), firstProject.title)
  await at('new-project', page)
  await upload(page, image)
  await type(page.getByRole('textbox', { name: 'Summary' }), firstProject.summary)
  await at('upload', page)
  await click(page.getByRole('button', { name: 'Publish', exact: true }))
  await page.getByRole('row', { name: new RegExp(firstProject.title) }).waitFor()
  await at('published', page)

  const visitor = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const site = await visitor.newPage()
  await site.goto(new URL('/#portfolio', page.url()).href)
  await site
    .getByRole('link', { name: new RegExp(firstProject.title) })
    .first()
    .waitFor()
  await at('page', site)
  return { effort, page, visitor: site }
}
