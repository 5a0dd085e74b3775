import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSources, testFileWith } from '../../scripts/sources.ts'
import { type Check, Skipped } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { runTests } from '../support/run-tests.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Promises that tests of the product's own put to the proof, on SQLite and on Postgres; here they are counted among the others. */
export const promises: {
  name: string
  kind: Check['kind']
  timed?: true
  promise: string
  /** Titles whose files are run whole. */
  tests: string[]
  atLeast: number
}[] = [
  {
    name: 'roles',
    kind: 'threat',
    promise:
      'Every route answers each of seven kinds of callers as the route table specifies, and the table has every route.',
    tests: ['The route table'],
    atLeast: 3,
  },
  {
    name: 'forgery',
    kind: 'threat',
    promise:
      'A call with a session is refused when its origin is another site, missing or null, whatever it carries. Redirects after sign-in stay on this site.',
    tests: [
      'Calls with a session from elsewhere',
      'goes by Sec-Fetch-Site when there is no Origin, and lets scripts through that send neither',
    ],
    atLeast: 8,
  },
  {
    name: 'enumeration',
    kind: 'threat',
    timed: true,
    promise:
      'Registration and sign-in answer the same for known and unknown email addresses, in the same time (medians less than 10 ms apart).',
    tests: ['Whether an address has an account'],
    atLeast: 3,
  },
  {
    name: 'sessions',
    kind: 'threat',
    promise:
      'Each sign-in creates a new session. It ends at once on sign-out, a changed password, a changed role or a deleted account. Nobody can give themselves a role.',
    tests: ['Accounts over HTTP', 'Tokens for scripts'],
    atLeast: 12,
  },
  {
    name: 'second-factor',
    kind: 'threat',
    promise:
      'A code works once, also when it is sent ten times at once, and so does a recovery code. Guessing codes is stopped after a few attempts.',
    tests: ['The second factor'],
    atLeast: 5,
  },
  {
    name: 'one-owner',
    kind: 'threat',
    promise: 'Of fifty concurrent claims one succeeds; the database itself allows only one owner.',
    tests: ['has one winner when fifty race for it'],
    atLeast: 5,
  },
  {
    name: 'openid',
    kind: 'threat',
    promise:
      'Sign-in through an OpenID provider uses PKCE and state, and takes over no account by an unverified email address.',
    tests: ['makes a member of whoever the provider vouches for, by PKCE and state, and leads on'],
    atLeast: 5,
  },
  {
    name: 'stored-text',
    kind: 'threat',
    promise: 'User input is text on the page, never markup, and no URL in it runs a script.',
    tests: ['the site', 'shows HTML as text and drops addresses that run', 'the structured data'],
    atLeast: 10,
  },
  {
    name: 'bodies',
    kind: 'threat',
    promise:
      'A body that is too large, of an unsupported type or does not match its type is refused. A refused write stores nothing.',
    tests: ['POST /api/messages while too many messages come in', 'The owner’s API'],
    atLeast: 20,
  },
]

const hasFullLength = (file: string) =>
  /onOneDatabase|itOnce|support\/thorough/.test(readFileSync(path.join(root, file), 'utf8'))

/** Tests that `npm test` runs in short, on SQLite alone or with fewer random acts, at the length that is promised. */
export const testsInFull: Check = {
  name: 'tests-in-full',
  kind: 'fault',
  long: true,
  promise:
    'Each suite that needs a store passes on SQLite and on Postgres. 500 random acts of an owner, undone, leave every byte as it was, and redone as it became.',
  run: async ({ folder }) => {
    const files = globSync('{src,tests}/**/*.test.ts', { cwd: root }).filter(hasFullLength)
    const { passed, failed } = await runTests(root, files, path.join(folder, 'report.json'), { thorough: true })
    return [atLeast('files', files.length, 40), atLeast('tests', passed.length, 1000), none('of them failed', failed)]
  },
}

const runStories = (folder: string, names: readonly string[]) => {
  const files = names.map((name) => `prove/stories/${name}.browser.test.ts`)
  return runTests(root, files, path.join(folder, 'report.json'), { project: 'stories' })
}

const held = ({ passed, failed }: Awaited<ReturnType<typeof runTests>>, least: number) => [
  atLeast('stories that hold it', passed.length, least),
  none('of them failed', failed),
]

/** Shifts of the page that only time or other fonts can show, in a browser. */
export const steadyPage: Check = {
  name: 'steady-page',
  kind: 'fault',
  promise:
    'Nothing on the page shifts while the headline types and on the way down. Fonts that come after the first frame shift what a visitor sees by 0.002 at most, whichever fallback font there is. Screens of the admin keep their place while they load on a processor a sixth as fast.',
  run: async ({ folder }) => held(await runStories(folder, ['motion', 'late-fonts', 'steady-screens']), 24),
}

/** In the usual theme, `npm test` tries the same. */
export const themeExtremes: Check = {
  name: 'theme-extremes',
  kind: 'fault',
  promise: 'With far too much content nothing sticks out of the page in any theme, 320 and 1280 px wide.',
  run: async ({ folder }) => held(await runStories(folder, ['theme-extremes']), 5),
}

/** Of the usual pair of each theme, `npm test` holds the same. */
export const typefaces: Check = {
  name: 'typefaces',
  kind: 'fault',
  promise:
    'Each pair of typefaces of a theme costs a phone at most 65 kB, images apart, moves nothing when it comes, has nothing that axe finds, and holds short and long names uncut.',
  run: async ({ folder }) => held(await runStories(folder, ['typefaces']), 40),
}

/** Everything else is tried in Chromium alone. */
export const otherBrowsers: Check = {
  name: 'other-browsers',
  kind: 'fault',
  promise:
    'In Firefox and in WebKit the portfolio is filtered, a project opens over the page, the claim link makes an owner who publishes, a message is sent, and neither an error nor a violation of the policy is heard.',
  run: async ({ folder }) => {
    const script = (what: string) =>
      spawnSync(process.execPath, ['scripts/other-browsers.js', what], { cwd: root }).status
    if (script('--find') !== 0) script('--install')
    const stories = await runStories(folder, ['other-browsers'])
    if (stories.passed.length + stories.failed.length === 0)
      throw new Skipped('Neither Firefox nor WebKitGTK is there.')
    return held(stories, 5)
  },
}

/** Pictures on a slow line, in a browser. */
export const slowUploads: Check = {
  name: 'slow-uploads',
  kind: 'fault',
  promise:
    'On a line of 1 Mbit/s no picture is lost, whichever button is pressed while it is on its way, when the line is cut, and when the tab is closed.',
  run: async ({ folder }) => held(await runStories(folder, ['slow-uploads']), 6),
}

/** One check for each; they count passes, so a test that is gone or renamed away is missed. */
export const byTests: readonly Check[] = promises.map(({ tests, atLeast: least, ...check }) => ({
  ...check,
  run: async ({ folder }) => {
    const sources = readSources(root)
    const files = tests.map((title) => testFileWith(sources, title))
    const { passed, failed } = await runTests(root, files, path.join(folder, 'report.json'), { thorough: true })
    return [atLeast('tests that hold it', passed.length, least), none('of them failed', failed)]
  },
}))
