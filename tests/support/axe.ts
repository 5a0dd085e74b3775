import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong on the page as it stands (WCAG 2.2 AA and best practice), a line for each element; empty when nothing is. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  // Through the debugger, which the page's Content-Security-Policy does not bind.
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    (values) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly: { type: 'tag', values } }),
    tags,
  )) as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  )
}
