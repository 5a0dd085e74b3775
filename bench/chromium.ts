import { type Browser, chromium } from 'playwright-core'
import { findChromium, findTestChromium } from '../scripts/chromium.js'

const need = (path: string | undefined): string => {
  if (!path) throw new Error('No Chromium was found. Install one and name it: CHROMIUM=/path/to/chromium')
  return path
}

/** The path of a Chromium; throws when there is none. `npm run bench` installs one first where it may. */
export const needChromium = (): string => need(findChromium())

/** The same, but rather the headless shell: the browser's own surfaces, in processes beside the page, take none of its time there. */
export const needLightChromium = (): string => need(findTestChromium())

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] })
