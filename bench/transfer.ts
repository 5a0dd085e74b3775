import type { Browser } from 'playwright-core'

export interface Transferred {
  url: string
  kind: string
  /** On the wire, headers included, in bytes. */
  bytes: number
  /** The part of `bytes` that is the body, compressed as it was sent. */
  body: number
  /** When it was asked for, in ms since the navigation began. */
  at: number
}

export interface FirstView {
  files: Transferred[]
  /** When the page was first idle after its load event, in ms since the navigation began. */
  idle: number
}

export interface View {
  width: number
  height: number
  scale: number
  mobile: boolean
}

export const views = {
  phone: { width: 412, height: 823, scale: 1.75, mobile: true },
  desktop: { width: 1350, height: 940, scale: 1, mobile: false },
} satisfies Record<string, View>

/** Everything that comes over the wire for a visit that never scrolls, watched for `seconds`. */
export const firstView = async (browser: Browser, url: string, view: View, seconds = 5): Promise<FirstView> => {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: view.scale,
    isMobile: view.mobile,
    hasTouch: view.mobile,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      addEventListener('load', () =>
        requestIdleCallback(() => {
          Object.assign(globalThis, { firstIdle: performance.now() })
        }),
      )
    })
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const asked = new Map<string, Transferred>()
    let began: number | undefined
    session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
      began ??= timestamp
      asked.set(requestId, {
        url: request.url,
        kind: type ?? 'Other',
        bytes: 0,
        body: 0,
        at: (timestamp - began) * 1000,
      })
    })
    const heads = new Map<string, number>()
    session.on('Network.responseReceived', ({ requestId, response }) =>
      heads.set(requestId, response.encodedDataLength),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = asked.get(requestId)
      if (!file) return
      file.bytes = encodedDataLength
      file.body = encodedDataLength - (heads.get(requestId) ?? 0)
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(seconds * 1000)
    const idle = await page.waitForFunction(() => (globalThis as { firstIdle?: number }).firstIdle)
    return {
      files: [...asked.values()].filter(({ url }) => url.startsWith('http')),
      idle: (await idle.jsonValue()) as number,
    }
  } finally {
    await context.close()
  }
}
