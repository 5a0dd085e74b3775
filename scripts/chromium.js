// Finds a Chromium for the browser tests, or brings one: Debian's package where we may, else Playwright's own build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

// The same engine without the windows' own furniture: pages open and close in about half the time.
const shell = '/usr/bin/chromium-headless-shell'

/** The path of a Chromium on this machine, or undefined. CHROMIUM names one outright. */
export const findChromium = () =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
    shell,
  ].find((place) => place && existsSync(place))

/** The one that tests open: the light one where it is installed. */
export const findTestChromium = () => (!process.env.CHROMIUM && existsSync(shell) ? shell : findChromium())

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const installPackages = (...names) => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names)

const install = () => {
  if (mayInstall) {
    run('apt-get', 'update', '-qq')
    // Not every distribution has the light one.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (installPackages(name, 'fonts-noto-core')) return true
  }
  return run(process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium')
}

// A machine of CI's is nobody's desk: there the light one is installed beside another, too.
const lacksLight = mayInstall && process.env.CI && !process.env.CHROMIUM && !existsSync(shell)

if (process.argv.includes('--find')) process.exit(findChromium() && !lacksLight ? 0 : 1)
if (process.argv.includes('--install')) {
  if (!install() || !findChromium()) {
    console.error(
      'No Chromium could be found or installed. Install one and name it: CHROMIUM=/path/to/chromium npm test',
    )
    process.exit(1)
  }
}
