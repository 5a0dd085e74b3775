import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * The two ways in which each screen is looked at: what differs by width is in one or the other, and each pair of colours in its scheme.
 */
export const appearances = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const

export interface Appearance {
  width: number
  colorScheme: 'light' | 'dark'
}

/** Turns a page to another appearance without loading it again, which was half of what a look cost. */
export const turnTo = async (page: Page, { width, colorScheme }: Appearance) => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 })
}

/**
 * Ends what appears: half-way, its colours are not yet its own. Neither endless nor scroll-driven motion is touched. Sections that
 * unfold one after the other would move what is measured.
 */
const stillness = async (page: Page) => {
  const end = () => {
    const moves = document
      .getAnimations()
      .filter(
        ({ timeline, effect, playState }) =>
          timeline instanceof DocumentTimeline &&
          playState === 'running' &&
          Number.isFinite(effect?.getComputedTiming().endTime),
      )
    for (const move of moves) move.finish()
    const sections = [...document.querySelectorAll('main > .section')]
    return moves.length > 0 || sections.some((section) => getComputedStyle(section).contentVisibility === 'auto')
  }
  const threeFrames = async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }
  for (let tries = 0; tries < 60; tries++) {
    // A transition may begin a frame after the element is there.
    await page.evaluate(threeFrames)
    if (!(await page.evaluate(end))) return
  }
}

/**
 * What axe finds wrong on the page as it stands (WCAG 2.2 AA and best practice), or in the part of it that a selector names, a line for
 * each element; empty when nothing is.
 */
export const axeViolations = async (page: Page, part?: string): Promise<string[]> => {
  await stillness(page)
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    (part) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(part ?? document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        // It is in no other frame, and would wait half a second for an answer of each.
        iframes: false,
        // No rule here reads the text of style sheets.
        preload: false,
      }),
    part,
  )) as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  )
}
