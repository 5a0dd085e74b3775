import type { Browser } from 'playwright-core'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** The largest burst of layout shifts (CLS: gaps under 1 s, at most 5 s long) seen while the page is left alone. */
export const layoutShift = async (
  browser: Browser,
  url: string,
  size: { width: number; height: number },
  seconds: number,
) => {
  const context = await browser.newContext({ viewport: size })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const shifts: { at: number; value: number }[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Shift[]) {
          if (!entry.hadRecentInput) shifts.push({ at: entry.startTime, value: entry.value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url)
    await page.waitForTimeout(seconds * 1000)
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: { at: number; value: number }[] }).shifts,
    )
    let worst = 0
    let sum = 0
    let first = Number.NEGATIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const { at, value } of shifts) {
      if (at - last > 1000 || at - first > 5000) {
        sum = 0
        first = at
      }
      sum += value
      last = at
      worst = Math.max(worst, sum)
    }
    return worst
  } finally {
    await context.close()
  }
}

/** The control: a page whose typed line has no room reserved, so that what measures shifts must see some. */
export const shiftingPage = `data:text/html,${encodeURIComponent(`<!doctype html><title>x</title>
<body style="font:40px serif"><h1 id="line"></h1><p style="height:400px;background:tan">Below the line</p>
<script>let n = 0; setInterval(() => { n++; line.textContent = n % 2 ? 'typed' : '' }, 300)</script>`)}`
