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

export const shifts = (page: Page): Promise<Shift[]> => page.evaluate(() => (window as unknown as Watched).shifts)
