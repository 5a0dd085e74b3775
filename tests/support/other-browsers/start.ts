import { findFirefox, findWebKit } from '../../../scripts/other-browsers.js'
import { startFirefox } from './firefox.ts'
import type { OtherBrowser } from './other-browser.ts'
import { startWebKit } from './webkit.ts'

const install = (packages: string) => `not installed here (apt-get install ${packages})`

interface Kind {
  name: string
  /** Why it cannot be had here; undefined when it can. */
  missing: string | undefined
  start(): Promise<OtherBrowser>
}

const kind = <T>(
  name: string,
  packages: string,
  found: T | undefined,
  start: (found: T) => Promise<OtherBrowser>,
): Kind => ({
  name,
  missing: found === undefined ? install(packages) : undefined,
  start: async () => {
    if (found === undefined) throw new Error(`${name} is ${install(packages)}.`)
    return start(found)
  },
})

/** The browsers besides Chromium that the site is tried in. */
export const otherBrowsers: Kind[] = [
  kind('Firefox', 'firefox-esr', findFirefox(), startFirefox),
  kind('WebKit', 'webkit2gtk-driver xvfb', findWebKit(), startWebKit),
]
