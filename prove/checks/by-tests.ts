import path from 'node:path'
import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { runTests } from '../support/run-tests.ts'

const root = path.resolve(import.meta.dirname, '../..')
const api = (name: string) => `src/server/accounts/api/${name}.test.ts`

/** Promises that tests of the product's own put to the proof, on SQLite and on Postgres; here they are counted among the others. */
export const promises: { name: string; kind: Check['kind']; promise: string; files: string[]; atLeast: number }[] = [
  {
    name: 'roles',
    kind: 'threat',
    promise:
      'Every route answers each of seven kinds of callers as the route table says, and no route is missing from it.',
    files: ['src/server/http/session.test.ts'],
    atLeast: 3,
  },
  {
    name: 'forgery',
    kind: 'threat',
    promise:
      'A call with a session from another site, from none or from null is refused whatever it carries; links after signing in stay on this site.',
    files: [api('forgery'), 'src/server/http/origin.test.ts'],
    atLeast: 8,
  },
  {
    name: 'enumeration',
    kind: 'threat',
    promise:
      'Signing up and in answer the same for known and unknown addresses, in the same time (medians less than 10 ms apart).',
    files: [api('enumeration')],
    atLeast: 3,
  },
  {
    name: 'sessions',
    kind: 'threat',
    promise:
      'A session is new at each signing in and dead at once after signing out, a changed password, a changed role or a deleted account; nobody gives themselves a role.',
    files: [api('auth'), api('tokens')],
    atLeast: 12,
  },
  {
    name: 'second-factor',
    kind: 'threat',
    promise:
      'A code works once, also when it is sent ten times at once; a recovery code too; guessing codes ends after a few.',
    files: ['src/server/accounts/second-factor.test.ts'],
    atLeast: 5,
  },
  {
    name: 'one-owner',
    kind: 'threat',
    promise: 'Of fifty who race for the claim one becomes the owner; the database itself knows only one.',
    files: ['src/server/accounts/claims.test.ts'],
    atLeast: 5,
  },
  {
    name: 'openid',
    kind: 'threat',
    promise:
      'Signing in through an OpenID provider goes by PKCE and state, and takes over no account whose address nobody has proved.',
    files: [api('google')],
    atLeast: 5,
  },
  {
    name: 'stored-text',
    kind: 'threat',
    promise: 'What people typed is text on the page, never markup, and no address in it runs.',
    files: ['src/site/page/render.test.ts', 'src/site/page/markdown.test.ts', 'src/site/page/structured-data.test.ts'],
    atLeast: 10,
  },
  {
    name: 'bodies',
    kind: 'threat',
    promise:
      'Bodies that are too large, of another type or not what they say are refused; a refused write leaves nothing behind.',
    files: ['src/server/inbox/messages/contact-api.test.ts', 'src/server/content/api.test.ts'],
    atLeast: 20,
  },
]

/** One check for each; they count passes, so a test that is gone or renamed away is missed. */
export const byTests: readonly Check[] = promises.map(({ name, kind, promise, files, atLeast: least }) => ({
  name,
  kind,
  promise,
  run: async ({ folder }) => {
    const { passed, failed } = await runTests(root, files, path.join(folder, 'report.json'))
    return [atLeast('tests that hold it', passed.length, least), none('of them failed', failed)]
  },
}))
