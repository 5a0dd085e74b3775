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
      'Every route answers each of seven kinds of callers as the route table specifies, and the table has every route.',
    files: ['src/server/http/session.test.ts'],
    atLeast: 3,
  },
  {
    name: 'forgery',
    kind: 'threat',
    promise:
      'A call with a session is refused when its origin is another site, missing or null, whatever it carries. Redirects after sign-in stay on this site.',
    files: [api('forgery'), 'src/server/http/origin.test.ts'],
    atLeast: 8,
  },
  {
    name: 'enumeration',
    kind: 'threat',
    promise:
      'Registration and sign-in answer the same for known and unknown email addresses, in the same time (medians less than 10 ms apart).',
    files: [api('enumeration')],
    atLeast: 3,
  },
  {
    name: 'sessions',
    kind: 'threat',
    promise:
      'Each sign-in creates a new session. It ends at once on sign-out, a changed password, a changed role or a deleted account. Nobody can give themselves a role.',
    files: [api('auth'), api('tokens')],
    atLeast: 12,
  },
  {
    name: 'second-factor',
    kind: 'threat',
    promise:
      'A code works once, also when it is sent ten times at once, and so does a recovery code. Guessing codes is stopped after a few attempts.',
    files: ['src/server/accounts/second-factor.test.ts'],
    atLeast: 5,
  },
  {
    name: 'one-owner',
    kind: 'threat',
    promise: 'Of fifty concurrent claims one succeeds; the database itself allows only one owner.',
    files: ['src/server/accounts/claims.test.ts'],
    atLeast: 5,
  },
  {
    name: 'openid',
    kind: 'threat',
    promise:
      'Sign-in through an OpenID provider uses PKCE and state, and takes over no account by an unverified email address.',
    files: [api('google')],
    atLeast: 5,
  },
  {
    name: 'stored-text',
    kind: 'threat',
    promise: 'User input is text on the page, never markup, and no URL in it runs a script.',
    files: ['src/site/page/render.test.ts', 'src/site/page/markdown.test.ts', 'src/site/page/structured-data.test.ts'],
    atLeast: 10,
  },
  {
    name: 'bodies',
    kind: 'threat',
    promise:
      'A body that is too large, of an unsupported type or does not match its type is refused. A refused write stores nothing.',
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
