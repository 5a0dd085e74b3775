import type { Page } from 'playwright-core'

export interface Shift {
  value: number
  what: string
}

export type Watched = Window & { shifts: Shift[]; typed: Set<string> }

/** Has the next page note each layout shift, however small and whatever caused it, and each text of the headline. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const noted = Object.assign(window, { shifts: [] as Shift[], typed: new Set<string>() })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        noted.shifts.push({
          value: entry.value,
          what: entry.sources
            .map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : node?.nodeName))
            .join(' | '),
        })
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('DOMContentLoaded', () => {
      const text = document.querySelector('[data-typed-text]')
      new MutationObserver(() => noted.typed.add(text?.textContent ?? '')).observe(document, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
  })

/**
 * The sum of all shifts when fonts come after the first frame. With Arial's metrics nothing moves but a word of the navbar, less than
 * four px aside (0.00001 in a window of 1280 px, 0.00002 in one of 768), as the one before it is that much narrower in its own font.
 */
export const mostOfLateFonts = 0.00002

export const sumOf = (seen: Shift[]): number => seen.reduce((sum, { value }) => sum + value, 0)

export const shifts = (page: Page): Promise<Shift[]> => page.evaluate(() => (window as unknown as Watched).shifts)

/** How many sections of the page are not laid out yet. */
export const folded = (page: Page): Promise<number> =>
  page
    .locator('main > .section')
    .evaluateAll(
      (sections) => sections.filter((section) => getComputedStyle(section).contentVisibility === 'auto').length,
    )
