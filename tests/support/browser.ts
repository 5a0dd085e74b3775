import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findTestChromium } from '../../scripts/chromium.js'
import { onlyFontsOf } from './fonts.ts'

const launched = new Map<string, Promise<Browser>>()
const usual = '{}'
const noise: string[] = []
const open = new Set<Page>()

// What a page looks like must not depend on the fonts that happen to be installed here. Elsewhere nothing lets a test choose them.
const fonts = process.platform === 'linux' ? onlyFontsOf('Arimo') : {}

/** A Chromium with these options, started when first asked for. All but the usual one are closed after the file's last test. */
export const browserWith = (options: LaunchOptions): Promise<Browser> => {
  const executablePath = findTestChromium()
  if (!executablePath)
    throw new Error('No Chromium found: name one in CHROMIUM or run node scripts/chromium.js --install.')
  const key = JSON.stringify(options)
  const running =
    launched.get(key) ??
    chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      env: { ...process.env, ...fonts },
      ...options,
    })
  launched.set(key, running)
  return running
}

/** The usual one. */
export const browser = (): Promise<Browser> => browserWith({})

export interface Visit extends BrowserContextOptions {
  width?: number
  height?: number
}

/**
 * A fresh, empty page of the given size (1280 × 800 unless told). Motion is reduced only on request.
 * Whatever its scripts throw or write to the console as a warning or an error fails the test.
 */
export const newPage = async ({ width = 1280, height = 800, ...options }: Visit = {}): Promise<Page> => {
  const context = await (await browser()).newContext({
    viewport: { width, height },
    reducedMotion: 'no-preference',
    ...options,
  })
  const page = await context.newPage()
  open.add(page)
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => noise.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a failed request is not ours to prevent.
    if (['warning', 'error'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      noise.push(`console.${message.type()}: ${message.text()}`)
  })
  return page
}

/** A page at an address, loaded. */
export const visit = async (url: string, options: Visit = {}): Promise<Page> => {
  const page = await newPage(options)
  await page.goto(url, { waitUntil: 'load' })
  return page
}

/** Waits until everything has started that starts after the load: idle callbacks run in the order in which they were asked for. */
export const started = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))

/** For what waits until every size of an image is made, which the server does after everything else that the machine has to do. */
export const encoding = { timeout: 40_000 }

/** Waits until `read` gives what is expected; fails with the last value after `within` ms. */
export const eventually = async <T>(read: () => Promise<T>, expected: T, within = 20_000): Promise<void> => {
  await expect.poll(read, { timeout: within, interval: 20 }).toEqual(expected)
}

/** Closes what a test has opened, and fails when its pages complained. */
export const closePages = async (): Promise<void> => {
  const heard = noise.splice(0)
  await Promise.all([...open].map((page) => page.context().close()))
  open.clear()
  expect(heard).toEqual([])
}

/** Closes every browser but the usual one, which serves the worker's next file as well; it ends with the worker. */
export const closeSpecialBrowsers = async (): Promise<void> => {
  for (const [key, running] of launched) {
    if (key === usual) continue
    launched.delete(key)
    await (await running).close()
  }
}
