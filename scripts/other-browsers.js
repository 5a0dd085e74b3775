// Finds Firefox and WebKitGTK for the story of the other browsers, or brings Debian's packages where we may. Never fails a run: what is
// missing is skipped with its reason.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const firstThere = (places) => places.find((place) => existsSync(place))

// Ubuntu's package is a script that leads to a snap, which sees no folder of ours.
const isSnap = (place) =>
  realpathSync(place).startsWith('/snap/') || (statSync(place).size < 10_000 && readFileSync(place).includes('/snap/'))

/** The path of a Firefox on this machine, or undefined. */
export const findFirefox = () =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((place) => existsSync(place) && !isSnap(place))

/** The paths of WebKitGTK's driver and of the display it draws on, or undefined unless both are there. */
export const findWebKit = () => {
  const driver = firstThere(['/usr/bin/WebKitWebDriver'])
  const display = firstThere(['/usr/bin/Xvfb'])
  return driver && display ? { driver, display } : undefined
}

const root = process.getuid?.() === 0
const mayInstall = existsSync('/usr/bin/apt-get') && (root || (process.env.CI && existsSync('/usr/bin/sudo')))
const minutes = 4

const apt = (...args) => {
  const command = ['apt-get', '-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60', ...args]
  const [program, ...rest] = root ? command : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', ...command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, rest, { stdio: 'ignore', timeout: minutes * 60_000, env })
}

// Where they cannot be had, each installation of packages asks once.
const asked = path.join(import.meta.dirname, '../node_modules/.cache/vitrine-other-browsers-asked')

if (process.argv.includes('--find'))
  process.exit((findFirefox() && findWebKit()) || !mayInstall || existsSync(asked) ? 0 : 1)
if (process.argv.includes('--install')) {
  mkdirSync(path.dirname(asked), { recursive: true })
  writeFileSync(asked, '')
  apt('update')
  // One after the other, as not every system has both.
  if (!findFirefox()) apt('install', '-y', '--no-install-recommends', 'firefox-esr')
  if (!findWebKit()) apt('install', '-y', '--no-install-recommends', 'webkit2gtk-driver', 'xvfb')
}
