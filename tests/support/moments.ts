import type { Locator, Page } from 'playwright-core'
import { eventually } from './browser.ts'

/** Waits for two frames: what happened before is drawn by then, its shifts are noted, and what follows it in the next frame has begun. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/** Waits until everybody has been told what is in view: observers are told in the order in which they began. */
export const observed = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect()
          resolve()
        }).observe(document.documentElement)
      }),
  )

/**
 * Clicks a link that opens within the page by this code, once the code is there: after 1.5 s without it, the link leads where it leads
 * without scripts.
 */
export const clickInPlace = async (link: Locator, code: 'filter' | 'more' | 'projects' | 'viewer'): Promise<void> => {
  await link.hover()
  await fetchedCode(link.page(), code)
  await link.click()
}

/** Waits until this part of the page's code has come. */
export const fetchedCode = (page: Page, code: string): Promise<unknown> =>
  page.waitForFunction(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    `/assets/${code}-`,
  )

/** Waits until the contact form has sent: it says so for two seconds, and from then on beside it. */
export const sent = (page: Page): Promise<void> =>
  page.locator('form[data-state=sent], form:has([data-sent-note]:not(:empty))').first().waitFor()

/** Names the mono font, for which the page waits 1.5 s, and waits until all fonts are there: nothing is drawn with others any more. */
export const inItsFonts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const animation of document.documentElement.getAnimations()) animation.finish()
    await document.fonts.ready
  })

/** Lets a page believe that so much time has passed, in ms: its date jumps, and no timer runs. */
export const jump = (page: Page, ms: number): Promise<void> =>
  page.evaluate((ms) => {
    const { now } = Date
    Date.now = () => now() + ms
  }, ms)

interface Work {
  challenges: number
  asked: number
  slices: [number, number][]
}
const workOf = (page: Page): Promise<Work> => page.evaluate(() => (window as never as { work: Work }).work)

/** Has the next page note the challenges that it gets, and from when to when, in its own ms, it did something idle. */
export const watchWork = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const work: Work = { challenges: 0, asked: 0, slices: [] }
    Object.assign(window, { work })
    const { requestIdleCallback } = window
    window.requestIdleCallback = (task, options) => {
      work.asked += 1
      return requestIdleCallback((deadline) => {
        const start = performance.now()
        task(deadline)
        work.slices.push([start, performance.now()])
      }, options)
    }
    const { json } = Response.prototype
    Response.prototype.json = async function () {
      const value = await json.call(this)
      if (this.url.endsWith('/challenge')) work.challenges += 1
      return value
    }
  })

/**
 * Waits until as many challenges have come and nothing is left to be done: a slice that is not the last asks for the next one before
 * it ends. Returns how long each slice took that began after `since`, both in the page's ms.
 */
export const workDone = async (page: Page, challenges = 1, since = 0): Promise<number[]> => {
  const isDone = async () => {
    const work = await workOf(page)
    return work.challenges >= challenges && work.slices.length === work.asked
  }
  await eventually(isDone, true)
  return (await workOf(page)).slices.filter(([start]) => start > since).map(([start, end]) => end - start)
}
