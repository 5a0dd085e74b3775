import type { Mutation } from './mutation.ts'

const session = 'src/server/http/session.ts'
const borders = 'src/server/accounts/boundaries.test.ts'
const roles = ['src/server/http/session.test.ts']
const api = (name: string) => `src/server/accounts/api/${name}.test.ts`

/** Who may do what, and from where. */
export const accessMutations: Mutation[] = [
  {
    loses: 'that only the owner may change content',
    file: session,
    old: "who !== 'signed in' && identity.account.role !== 'owner'",
    new: "who === 'owner in person' && identity.account.role !== 'owner'",
    tests: roles,
  },
  {
    loses: 'that a token for reading cannot write',
    file: session,
    old: "unsafe(method) && identity.scope !== 'write'",
    new: "unsafe(method) && identity.scope === 'write' && false",
    tests: roles,
  },
  {
    loses: 'that tokens stay out of what the owner does in person',
    file: session,
    old: "if (who !== 'owner') return new VitrineError",
    new: "if (who === 'signed in') return new VitrineError",
    tests: roles,
  },
  {
    loses: 'the guard against calls from other sites',
    file: session,
    old: 'refuseForgery(context.req.raw.headers, route, services.config.publicUrl)',
    new: '',
    tests: [api('forgery')],
  },
  {
    loses: 'that a call with a session says from where it comes',
    file: session,
    old: "&& headers.get('origin') === null)",
    new: "&& headers.get('origin') === '')",
    tests: [api('forgery')],
  },
  {
    loses: 'the port in comparing origins',
    file: 'src/server/http/origin.ts',
    old: 'theirs.port === ours.port',
    new: 'theirs.port !== undefined',
    tests: ['src/server/http/origin.test.ts', api('forgery')],
  },
  {
    loses: 'that messages come from pages of allowed origins alone',
    file: 'src/server/http/origin.ts',
    old: 'from.includes(origin)) return',
    new: 'from.length > 0) return',
    tests: ['src/server/http/other-origins.test.ts'],
  },
  {
    loses: 'that a form leads back to an allowed origin alone',
    file: 'src/server/inbox/messages/return-page.ts',
    old: 'origins.includes(url.origin)',
    new: 'origins.length > 0',
    tests: ['src/server/http/other-origins.test.ts'],
  },
  {
    loses: 'that a revoked owner’s tokens are dead',
    file: 'src/server/accounts/tokens.ts',
    old: "        .where('users.role', '=', 'owner')\n",
    new: '',
    tests: [borders, api('tokens')],
  },
  {
    loses: 'that one signs out only one’s own devices',
    file: 'src/server/accounts/sessions.ts',
    old: ".where('id', '=', id).where('userId', '=', userId)",
    new: ".where('id', '=', id)",
    tests: [borders, api('auth')],
  },
  {
    loses: 'that handing the role over ends both sessions',
    file: 'src/server/accounts/hand-over-link.ts',
    old: "const ways = ['sessions', 'tokens', 'inProgress'] as const",
    new: "const ways = ['tokens', 'inProgress'] as const",
    tests: [api('auth')],
  },
  {
    loses: 'that nobody registers with a role',
    file: 'src/server/accounts/user-rules.ts',
    old: "user), role: 'member', image: null",
    new: 'user)',
    tests: [borders, api('auth'), api('google')],
  },
  {
    loses: 'that a link after signing in stays on this site',
    file: 'src/model/accounts/next-path.ts',
    old: "url && !url.pathname.startsWith('//')",
    new: 'url',
    tests: [api('forgery')],
  },
  {
    loses: 'that private fields stay private',
    file: 'src/model/content/public-data.ts',
    old: '      if (field?.private) return []\n',
    new: '',
    tests: ['src/server/content/entries.test.ts'],
  },
]
