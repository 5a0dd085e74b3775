// Finds a Chromium for the browser tests, or brings one: Debian's package where we may, else Playwright's own build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

const shell = '/usr/bin/chromium-headless-shell'
const firstThere = (places) => places.find((place) => place && existsSync(place))

/** The path of a Chromium on this machine, or undefined. CHROMIUM names one outright. */
export const findChromium = () =>
  firstThere([
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
    shell,
  ])

/** The same, but rather the one without profiles, extensions and the like, which opens a page with a quarter of the work. */
export const findTestChromium = () => firstThere([process.env.CHROMIUM, shell]) ?? findChromium()

const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0

const install = () => {
  if (debian) {
    run('apt-get', 'update', '-qq')
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core')) return
  }
  if (!findChromium()) run(process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium')
}

// Not every system with Debian's package manager has the light one: each installation of packages asks for it once.
const asked = path.join(import.meta.dirname, '../node_modules/.cache/vitrine-chromium-asked')

if (process.argv.includes('--find')) {
  const enough = debian && !existsSync(asked) ? firstThere([process.env.CHROMIUM, shell]) : findChromium()
  process.exit(enough ? 0 : 1)
}
if (process.argv.includes('--install')) {
  install()
  if (debian) {
    mkdirSync(path.dirname(asked), { recursive: true })
    writeFileSync(asked, '')
  }
  if (!findChromium()) {
    console.error(
      'No Chromium could be found or installed. Install one and name it: CHROMIUM=/path/to/chromium npm test',
    )
    process.exit(1)
  }
}
