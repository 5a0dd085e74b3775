import type { Page } from 'playwright-core'

export interface Smoothness {
  frames: number
  /** Frames that came more than 50 ms after the one before. */
  late: number
  /** The longest time that the page's own work kept the browser busy, in ms; 0 when never above 50. */
  longestTask: number
}

interface Watch {
  frames: number[]
  tasks: number[]
  stop(): void
}
type Watching = { watch: Watch }

/** Counts frames and long tasks while `move` runs. */
export const smoothnessOf = async (page: Page, move: () => Promise<void>): Promise<Smoothness> => {
  // One that is behind another draws no frames and does not scroll.
  await page.bringToFront()
  await page.evaluate(() => {
    const watch: Watch = { frames: [], tasks: [], stop: () => {} }
    let last: number | undefined
    let handle = requestAnimationFrame(function frame(now) {
      if (last !== undefined) watch.frames.push(now - last)
      last = now
      handle = requestAnimationFrame(frame)
    })
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.tasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    watch.stop = () => {
      cancelAnimationFrame(handle)
      observer.disconnect()
    }
    Object.assign(globalThis, { watch })
  })
  await move()
  const { frames, tasks } = await page.evaluate(() => {
    const { watch } = globalThis as unknown as Watching
    watch.stop()
    return { frames: watch.frames, tasks: watch.tasks }
  })
  if (frames.length < 100) throw new Error(`Only ${frames.length} frames were drawn; that shows nothing.`)
  return { frames: frames.length, late: frames.filter((ms) => ms > 50).length, longestTask: Math.max(0, ...tasks) }
}

const pause = (page: Page, ms: number) => page.waitForTimeout(ms)
const place = (page: Page) => page.evaluate(() => scrollY)
const end = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)

/** Repeats a move until the page has come a part of its way; throws when it stands still. */
const until = async (page: Page, part: number, move: () => Promise<void>): Promise<void> => {
  for (let at = -1, now = await place(page); now < (await end(page)) * part - 1; now = await place(page)) {
    if (now <= at) throw new Error(`The page does not scroll beyond ${now} px.`)
    at = now
    await move()
  }
}

/** Rolls the wheel to the end of the page, or a part of the way, a notch a frame. */
export const wheelThrough = async (page: Page, part = 1): Promise<void> => {
  await page.mouse.move(700, 400)
  await until(page, part, async () => {
    for (let notch = 0; notch < 50; notch += 1) {
      await page.mouse.wheel(0, 360)
      await pause(page, 12)
    }
    await pause(page, 100)
  })
}

/** Holds Page Down to the end of the page, or a part of the way, as keys repeat. */
export const pageThrough = async (page: Page, part = 1): Promise<void> =>
  until(page, part, async () => {
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press('PageDown')
      await pause(page, 30)
    }
    await pause(page, 200)
  })
