import axe, { type AxeResults, type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

const everything = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** All that a colour scheme can change: nothing is there in the dark that is not in the light. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

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

const violationsOf = async (page: Page, runOnly: typeof everything): Promise<string[]> => {
  await stillness(page)
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: runOnly as RunOnly,
        resultTypes: ['violations'],
        // It is in no other frame, and would wait half a second for an answer of each.
        iframes: false,
        // No rule here reads the text of style sheets.
        preload: false,
      }),
    runOnly,
  )) as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  )
}

/** What axe finds wrong on the page as it stands (WCAG 2.2 AA and best practice), a line for each element; empty when nothing is. */
export const axeViolations = (page: Page): Promise<string[]> => violationsOf(page, everything)

/** What to ask for in each colour scheme, where a page is looked at in both: colours alone in the second. */
export const violationsIn = {
  light: axeViolations,
  dark: (page: Page): Promise<string[]> => violationsOf(page, colours),
}
