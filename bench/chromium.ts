import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../scripts/chromium.js'

/** The path of a Chromium; throws when there is none. `npm run bench` installs one first where it may. */
export const needChromium = (): string => {
  const path = findChromium()
  if (!path) throw new Error('No Chromium was found. Install one and name it: CHROMIUM=/path/to/chromium')
  return path
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] })
