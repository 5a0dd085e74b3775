import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

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
  // A transition may begin a frame after the element is there.
  for (let tries = 0; tries < 60; tries++) {
    await page.waitForTimeout(50)
    if (!(await page.evaluate(end))) return
  }
}

/** What axe finds wrong on the page as it stands (WCAG 2.2 AA and best practice), a line for each element; empty when nothing is. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  await stillness(page)
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    (values) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
        // It is in no other frame, and would wait half a second for an answer of each.
        iframes: false,
      }),
    tags,
  )) as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  )
}
