import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { appearances, axeViolations, turnTo } from '../support/axe.ts'
import { ada, ownedSite } from './admin/people.ts'
import { openOver, scrollThrough, sideways } from './site.ts'
import { chooseTheme, themes } from './themes.ts'

const site = ownedSite()
const still = { reducedMotion: 'reduce' } as const
const html = async (path = '/') => (await fetch(site.url + path)).text()

interface Shown {
  media: Record<string, { width: number; height: number; vector?: string }>
  projects: { id: string; slug: string; title: string }[]
}
let address = ''
let next = { slug: '', title: '' }

beforeAll(async () => {
  await site.register(ada, { claim: true })
  const { media, projects } = (await (await fetch(`${site.url}/api/content`)).json()) as Shown
  const [one, two] = Object.entries(media).flatMap(([id, { width, height, vector }]) =>
    vector || width / height < 1.3 ? [] : [id],
  )
  const [project, following] = projects
  if (!project || !following) throw new Error('There are no two projects.')
  address = `/projects/${project.slug}`
  next = following
  const caption = 'The pier in November, from the deck of the seven o’clock boat.'
  const figure = { kind: 'image', image: one, caption, fit: 'whole' }
  const pair = [one, two].map((image) => ({ image, caption: '', fit: 'whole' }))
  const blocks = [
    { id: 'text', kind: 'text', markdown: '## The question\n\nWhen is the next boat?' },
    { ...figure, id: 'full', width: 'full' },
    { ...figure, id: 'narrow', width: 'text' },
    { id: 'pair', kind: 'gallery', images: pair, layout: 'side', width: 'wide' },
    {
      id: 'compared',
      kind: 'compare',
      before: one,
      after: two,
      beforeLabel: 'Before',
      afterLabel: 'After',
      width: 'full',
    },
    { id: 'three', kind: 'gallery', images: [...pair, ...pair.slice(1)], layout: 'side', width: 'full' },
  ]
  const { version } = await site.callAs<{ version: number }>(ada, 'GET', `/entries/projects/${project.id}`)
  const more = { 'if-match': `"${version}"` }
  await site.callAs(ada, 'PATCH', `/entries/projects/${project.id}`, { data: { blocks }, publish: true }, more)
  await site.callAs(ada, 'PATCH', '/settings', { projectPage: 'composed' })
})

/** Where parts stand, from the side on which lines begin: how far from the edges of the window, and their tops. */
const places = (page: Page, root = 'main') =>
  page.locator(root).evaluate((element) => {
    const leftward = document.documentElement.dir === 'rtl'
    const width = document.documentElement.clientWidth
    const of = (selector: string) =>
      [...element.querySelectorAll(selector)].map((part) => {
        const { left, right, top } = part.getBoundingClientRect()
        const sides = leftward ? [width - right, left] : [left, width - right]
        // Without the sign of a zero.
        return { start: Math.round(sides[0] ?? 0) + 0, end: Math.round(sides[1] ?? 0) + 0, top: Math.round(top), width }
      })
    return {
      full: of('.block-full'),
      image: of('.block-image.block-full img'),
      labels: of('.block-full .compare-label'),
      narrow: of('.block-narrow'),
      caption: of('.block-narrow .block-caption'),
      text: of('.block-text'),
      pair: of('.block:not(.block-full) > .gallery-side > li'),
      facts: of('.project-facts > div'),
    }
  })

describe.each(themes)('In the theme %s, a composed project', (theme) => {
  beforeAll(async () => {
    await chooseTheme(site, theme)
    await vi.waitUntil(async () => (await html(address)).includes('project-composed'), 90_000)
  })

  it('goes from edge to edge, stands with the text and is accessible: at every width, in both directions and schemes', async () => {
    const page = await site.visit(address, still)
    await scrollThrough(page)
    await page.locator('.compare[data-live]').waitFor()
    for (const [width, direction] of [1280, 1920, 360].flatMap((one) => [
      [one, 'rtl'] as const,
      [one, 'ltr'] as const,
    ])) {
      const where = `${width} px, ${direction}`
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), direction)
      const { full, image, labels, narrow, caption, text, pair, facts } = await places(page)
      const edges = [...full, ...image].map(({ start, end }) => [start, end])
      expect(edges, where).toEqual(Array.from({ length: 4 }, () => [0, 0]))
      // As far from the edges as the text of a phone.
      for (const { start, end } of labels) expect(Math.min(start, end), where).toBeGreaterThanOrEqual(16)
      expect(labels.length).toBe(2)
      expect(narrow[0]?.start, where).toBe(text[0]?.start)
      expect((await sideways(page)).filter((line) => !/^SPAN\. /.test(line))).toEqual([])
      if (width > 1000) {
        const [note] = caption
        expect(note?.start, where).toBeGreaterThanOrEqual(0)
        expect(width - (note?.end ?? 0), where).toBeLessThan(narrow[0]?.start ?? 0)
        expect(new Set(pair.map(({ top }) => top)).size).toBe(1)
        expect(new Set(facts.map(({ top }) => top)).size).toBe(1)
      }
    }
    for (const appearance of appearances) {
      await turnTo(page, appearance)
      expect(await axeViolations(page), appearance.colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.emulateMedia({ media: 'print' })
    const { full } = await places(page)
    expect(full.map(({ start }) => start).every((start) => start >= 0)).toBe(true)
  })

  it('stays within the panel of the dialog', async () => {
    const page = await site.visit('/', { ...still, width: 1440 })
    await openOver(page.locator(`[data-portfolio] a[href="${address}"]`).first())
    await page.locator('dialog .gallery-side img').first().waitFor()
    const edges = await page.locator('.project-panel').evaluate((panel) => {
      const { left, right } = panel.getBoundingClientRect()
      return [...panel.querySelectorAll('.block-full')].map((block) => {
        const box = block.getBoundingClientRect()
        return box.left >= left - 1 && box.right <= right + 1
      })
    })
    expect(edges).toEqual([true, true, true])
  })
})

it('the next project is an image that leads there, with its name, and before the previous one', async () => {
  await chooseTheme(site, 'editorial')
  const page = await site.visit(address, still)
  const steps = page.locator('[data-project-nav] a')
  expect(
    await steps.evaluateAll((all) => all.map((one) => [one.getAttribute('rel'), one.querySelector('img') !== null])),
  ).toEqual([
    ['next', true],
    ['prev', false],
  ])
  await page.getByRole('link', { name: next.title }).press('Enter')
  await page.waitForURL(`**/projects/${next.slug}`)
})

it('the preview of the settings shows a project while its pages are chosen, and the page for any other field', async () => {
  const page = await site.openAs(ada, { ...still, width: 1280 })
  await page.goto('/admin/settings?tab=theme')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  await page.getByLabel('Project pages').focus()
  await page.getByLabel('Project pages').selectOption('composed')
  await frame.locator('.project-composed .facts-line').waitFor()
  await page.getByLabel('Project pages').selectOption('plain')
  await frame.locator('.project:not(.project-composed) .project-facts').waitFor()
  await page.getByLabel('Timelines').focus()
  await frame.locator('#home').waitFor()
})
