import type { Browser, Page } from 'playwright-core'
import type { Figure } from '../figure.ts'
import type { OwnedProduct } from './owned-product.ts'
import { pageThrough, type Smoothness, smoothnessOf, wheelThrough } from './smoothness.ts'

/** A page as tall with as many rows of plain text: what scrolling costs here in any case. */
const plainTable = (rows: number) =>
  `data:text/html,${encodeURIComponent(`<!doctype html><title>x</title><style>td{height:52px}</style><table id="t"></table><script>
t.innerHTML = Array.from({ length: ${rows} }, (_, n) => '<tr><td>' + n + '<td>Plain text').join('')</script>`)}`

/** How far both are scrolled: two thousand rows, some ten pages of the list. */
const part = 0.2

const share = ({ late, frames }: Smoothness) => (late / frames) * 100

const scrolling = async (page: Page, control: Page): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [by, through] of [
    ['wheel', wheelThrough],
    ['Page Down', pageThrough],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(500)
    const own = await smoothnessOf(page, () => through(page, part))
    await control.evaluate(() => scrollTo(0, 0))
    const plain = await smoothnessOf(control, () => through(control, part))
    figures.push(
      {
        name: `a fifth of it scrolled by ${by}: frames over 50 ms`,
        value: share(own),
        unit: 'percent',
        goal: { atMost: Math.max(1, Math.ceil(share(plain) * 2)) },
        note: `${own.late} of ${own.frames}; a plain table with as many rows: ${plain.late} of ${plain.frames}`,
      },
      {
        name: `a fifth of it scrolled by ${by}: longest task`,
        value: own.longestTask,
        unit: 'ms',
        goal: { atMost: 100 },
        note: `plain table ${plain.longestTask.toFixed(0)} ms`,
      },
    )
  }
  return figures
}

const timed = async (act: () => Promise<unknown>, done: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await act()
  await done()
  return performance.now() - started
}

/** The owner's table of so many rows, in a browser. */
export const longTable = async (browser: Browser, { url, cookie }: OwnedProduct, rows: number): Promise<Figure[]> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: url })
  try {
    await context.addCookies([{ ...cookie, url }])
    const page = await context.newPage()
    const first = page.locator('.entry-row .row-title').first()
    await page.goto('/admin/media')
    await page.getByRole('heading', { name: 'Media' }).waitFor()
    await page.waitForLoadState('networkidle')
    const opening = await timed(
      () => page.getByRole('link', { name: 'Portfolio', exact: true }).click(),
      () => first.waitFor(),
    )
    // The order comes after the first rows; from then on the page is as long as all of them are.
    await page.waitForFunction((least) => document.documentElement.scrollHeight > least, rows * 50)
    const all = page.getByRole('checkbox', { name: 'Select all projects' })
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    const box = (at: number) => page.locator('.entry-row .row-box').nth(at)
    const choosing = await timed(
      () => all.click(),
      () => bar.getByText(`${rows} selected`).waitFor(),
    )
    await all.click()
    await box(0).click()
    await page.keyboard.press('End')
    await page
      .getByRole('row')
      .filter({ hasText: ` ${rows}` })
      .last()
      .waitFor()
    const range = await timed(
      () =>
        page
          .locator('.entry-row .row-box')
          .last()
          .click({ modifiers: ['Shift'] }),
      () => bar.getByText(`${rows} selected`).waitFor(),
    )
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
    const bottom = page.locator('.entry-row').last()
    const title = (await bottom.locator('.row-title').textContent()) ?? ''
    await bottom.getByRole('button', { name: 'More' }).click()
    const moving = await timed(
      () => page.getByRole('menuitem', { name: 'Move to top' }).click(),
      () => page.getByText('Projects reordered').waitFor(),
    )
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('row', { name: title }).waitFor()
    const search = page.getByRole('searchbox')
    const searching = await timed(
      () => search.fill('9999'),
      () => page.waitForFunction(() => document.querySelectorAll('.entry-row').length === 1),
    )
    await search.fill('')
    await page.waitForFunction(() => document.querySelectorAll('.entry-row').length > 5)
    const control = await context.newPage()
    await control.goto(plainTable(rows))
    await page.bringToFront()
    const seen = (name: string, value: number, goal: number): Figure => ({
      name,
      value,
      unit: 'ms',
      goal: { atMost: goal },
    })
    return [
      seen('from the click on Portfolio to its rows', opening, 500),
      seen('all of them chosen', choosing, 300),
      seen('from the first to the last chosen with Shift', range, 300),
      seen('the last moved to the top, stored and said', moving, 1500),
      seen('found by typing, the pause for typing included', searching, 600),
      ...(await scrolling(page, control)),
    ]
  } finally {
    await context.close()
  }
}
