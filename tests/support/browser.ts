import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'
import { findTestChromium } from '../../scripts/chromium.js'
import { onlyFontsOf } from './fonts.ts'

const launched = new Map<string, Promise<Browser>>()
const usual = '{}'
const noise: string[] = []

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
  /** Nothing in the browser's cache: for what counts requests or bytes. */
  coldCache?: boolean
}

type Emulated = Pick<Visit, 'colorScheme' | 'reducedMotion' | 'forcedColors' | 'contrast'>

/** A window that tests use one after the other; a new one would cost twice as much as opening a page in it. */
interface Window {
  key: string
  page: Page
  devtools: CDPSession
  /** A test did something to it that cannot be taken back. */
  spoiled: boolean
}

const idle: Window[] = []
const windows = new Map<Page, Window>()

const spoiling = {
  page: ['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'setGeolocation'],
}

/** Has a window closed after the test that calls one of these. */
const watch = (window: Window): void => {
  const wrap = (target: object, names: string[]) => {
    for (const name of names) {
      const original = Reflect.get(target, name)
      Reflect.set(target, name, (...args: unknown[]) => {
        window.spoiled = true
        return original.apply(target, args)
      })
    }
  }
  wrap(window.page, spoiling.page)
  wrap(window.page.clock, spoiling.clock)
  wrap(window.page.context(), spoiling.context)
}

/** `SLOW_LINE` in ms and `SLOW_CPU` as a factor slow every window, which shows the stories that look before something is there. */
const slowDown = async (devtools: CDPSession): Promise<void> => {
  const { SLOW_LINE: latency, SLOW_CPU: rate } = process.env
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  if (latency) await devtools.send('Network.emulateNetworkConditions', { ...line, latency: Number(latency) })
  if (rate) await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(rate) })
}

const openWindow = async (key: string, options: BrowserContextOptions): Promise<Window> => {
  const context = await (await browser()).newContext(options)
  // Also of windows that a story opens itself.
  context.setDefaultTimeout(90_000)
  // As at an address without TLS, where a site may well be tried first.
  await context.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await slowDown(devtools)
  const window = { key, page, devtools, spoiled: false }
  watch(window)
  return window
}

/**
 * An empty page of the given size (1280 × 800 unless told), without cookies or storage. Motion is reduced only on request. The files
 * of the product may already be in the browser's cache. Whatever its scripts throw or write to the console as a warning or an error
 * fails the test.
 */
export const newPage = async (visit: Visit = {}): Promise<Page> => {
  const { width = 1280, height = 800, storageState, coldCache = false, ...rest } = visit
  const {
    colorScheme = 'light',
    reducedMotion = 'no-preference',
    forcedColors = null,
    contrast = null,
    ...options
  } = rest
  const viewport = { width, height }
  const emulated: Emulated = { colorScheme, reducedMotion, forcedColors, contrast }
  const key = JSON.stringify(options)
  const at = coldCache ? -1 : idle.findIndex((window) => window.key === key)
  const window = idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await openWindow(key, { ...options, viewport }))
  window.spoiled ||= coldCache
  const { page } = window
  windows.set(page, window)
  await Promise.all([page.setViewportSize(viewport), page.emulateMedia({ media: null, ...emulated })])
  if (typeof storageState === 'object') await page.context().addCookies(storageState.cookies)
  page.on('pageerror', (error) => noise.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a failed request is not ours to prevent.
    if (['warning', 'error'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      noise.push(`console.${message.type()}: ${message.text()}`)
  })
  return page
}

const events = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
] as const
const answers = ['requestfailed', 'requestfinished', 'response'] as const

/** Empties a window for the next test; false where that cannot be done. */
const empty = async ({ page, devtools }: Window): Promise<boolean> => {
  const context = page.context()
  for (const event of [...events, ...answers]) page.removeAllListeners(event)
  for (const event of ['page', 'request', 'response'] as const) context.removeAllListeners(event)
  await Promise.all(context.pages().map((other) => other !== page && other.close()))
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  // Signed out before it leaves, so that nothing is saved on the way out.
  await Promise.all([context.clearCookies(), context.setOffline(false)])
  const { protocol, origin } = new URL(page.url())
  if (protocol.startsWith('http')) {
    // A document without scripts, where what the tab keeps can be reached.
    await page.goto(`${origin}/robots.txt`, { timeout: 5000 })
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    const storageTypes = 'indexeddb,cache_storage,service_workers'
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  }
  // What lies under the pointer would be hovered at once.
  await page.mouse.move(-10, -10)
  await devtools.send('Page.resetNavigationHistory')
  return true
}

const putBack = async (window: Window): Promise<void> => {
  if (window.spoiled || window.page.isClosed() || !(await empty(window).catch(() => false)))
    await window.page.context().close()
  else idle.push(window)
}

/** A page at an address, loaded. */
export const visit = async (url: string, options: Visit = {}): Promise<Page> => {
  const page = await newPage(options)
  await page.goto(url, { waitUntil: 'load' })
  return page
}

/**
 * Waits until everything has started that starts after the load: idle callbacks run in the order in which they were asked for. After a
 * key or a click that changed nothing in view, Chromium runs none before its next frame, however long that takes: so one is asked for.
 */
export const started = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
        requestAnimationFrame(() => {})
      }),
  )

/** Waits until `read` gives what is expected; fails with the last value after `within` ms. */
export const eventually = async <T>(read: () => Promise<T>, expected: T, within = 90_000): Promise<void> => {
  await expect.poll(read, { timeout: within, interval: 50 }).toEqual(expected)
}

/** Empties what a test has opened, or closes it where the test failed; fails when its pages complained. */
export const closePages = async ({ failed = false } = {}): Promise<void> => {
  const used = [...windows.values()]
  windows.clear()
  const heard = noise.splice(0)
  for (const window of used) window.spoiled ||= failed || heard.length > 0
  await Promise.all(used.map(putBack))
  expect(heard.join('\n')).toBe('')
}

/** Closes the windows and every browser but the usual one, which serves the worker's next file as well; it ends with the worker. */
export const closeSpecialBrowsers = async (): Promise<void> => {
  await Promise.all(idle.splice(0).map(({ page }) => page.context().close()))
  for (const [key, running] of launched) {
    if (key === usual) continue
    launched.delete(key)
    await (await running).close()
  }
}
