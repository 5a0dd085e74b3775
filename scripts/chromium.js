// Finds a Chromium for the browser tests, or brings one: Debian's package where we may, else Playwright's own build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The path of a Chromium on this machine, or undefined. CHROMIUM names one outright. */
export const findChromium = () =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find((place) => place && existsSync(place))

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0

const install = () => {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq')
    if (run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core')) return true
  }
  return run(process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium')
}

if (process.argv.includes('--find')) process.exit(findChromium() ? 0 : 1)
if (process.argv.includes('--install')) {
  if (!install() || !findChromium()) {
    console.error(
      'No Chromium could be found or installed. Install one and name it: CHROMIUM=/path/to/chromium npm test',
    )
    process.exit(1)
  }
}
