import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { signedInAgo } from '../../../tests/support/signed-in-ago.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { collectionNames } from '../../model/content/collections.ts'
import type { Route } from '../endpoint/endpoint.ts'
import { routes } from '../routes.ts'
import { createApp } from './app.ts'

type Role =
  | 'none'
  | 'member'
  | 'two-factor-pending'
  | 'signed-out session'
  | 'token read'
  | 'token write'
  | 'owner'
  | 'owner since an hour'
type Answer = 'let through' | 401 | 403 | '→ login' | '→ /'

const isChange = ({ method }: Route) => method !== 'GET'

/** What the table's `who` promises each role. */
const expected = (route: Route, role: Role): Answer => {
  const { who, page } = route
  if (who === 'anyone') return 'let through'
  const noSession = page ? '→ login' : 401
  const notAllowed = page ? '→ /' : 403
  if (role === 'none' || role === 'two-factor-pending' || role === 'signed-out session') return noSession
  if (role === 'member') return who === 'signed in' ? 'let through' : notAllowed
  if (role === 'token read') return who === 'owner' && !isChange(route) ? 'let through' : notAllowed
  if (role === 'token write') return who === 'owner' ? 'let through' : notAllowed
  if (role === 'owner since an hour' && route.fresh) return 403
  return 'let through'
}

onOneDatabase('The route table', (store) => {
  let app: TestApp
  let owner: TestBrowser
  const callers = {} as Record<Role, () => { browser: TestBrowser; headers: Record<string, string> }>

  beforeAll(async () => {
    app = await createTestApp(store(), { limits: false })
    owner = await ownerIn(app)
    const member = await signedIn(app, 'Mia')
    const twoFactors = await signedIn(app, 'Tilda')
    const setUp = await twoFactors.post('/api/auth/two-factor/enable', { password })
    const code = totpCode(secretOf(setUp.body.totpURI), totpStep(Date.now()))
    expect((await twoFactors.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    const pending = app.browser()
    await pending.post('/api/auth/sign-in/email', { email: person('Tilda').email, password })
    expect(pending.cookie()).toContain('two_factor')
    const left = await signedIn(app, 'Otto')
    const leftCookie = left.cookie()
    await left.post('/api/auth/sign-out')
    const token = async (scope: string) =>
      (await owner.post('/api/tokens', { name: scope, scope })).body.secret as string
    const [read, write] = [await token('read'), await token('write')]
    const longAgo = app.browser()
    await longAgo.post('/api/auth/sign-in/email', { email: person('Olga').email, password })
    const { session } = (await longAgo.get('/api/auth/get-session')).body
    await signedInAgo(store().database, session.id, 3_600_000)
    // Each call gets a jar of its own: one that signs out must not sign the next one out.
    const withCookie = (cookie: string) => () => ({ browser: app.browser({ cookie }), headers: {} })
    const withToken = (secret: string) => () => ({
      browser: app.browser(),
      headers: { authorization: `Bearer ${secret}`, origin: '' },
    })
    Object.assign(callers, {
      none: withCookie(''),
      member: withCookie(member.cookie()),
      'two-factor-pending': withCookie(pending.cookie()),
      'signed-out session': withCookie(leftCookie),
      'token read': withToken(read),
      'token write': withToken(write),
      owner: withCookie(owner.cookie()),
      'owner since an hour': withCookie(longAgo.cookie()),
    })
  })
  afterAll(() => app.close())

  // Signing out ends the session that the next calls need; it has a test of its own.
  const skipped = new Set(['/api/auth/sign-out', '/api/sessions'])

  const addressOf = (path: string) =>
    path
      .replace(':collection', collectionNames[0] as string)
      .replace(':id', '00000000-0000-7000-8000-000000000000')
      .replace('*', 'somewhere')

  it('lets each role through where the table says so, and nowhere else', async () => {
    const answers: string[] = []
    const promised: string[] = []
    for (const route of routes(app.services)) {
      if (route.handle === 'memory' || (skipped.has(route.path) && isChange(route))) continue
      for (const role of Object.keys(callers) as Role[]) {
        const { browser, headers } = callers[role]()
        const {
          status,
          body,
          headers: sent,
        } = await browser.send(route.method, addressOf(route.path), isChange(route) ? {} : undefined, { headers })
        const location = sent.get('location')
        const refused = status === 401 || status === 403
        const byGuard =
          refused &&
          /^(Sign in first|Sign in again first|Only the owner|Tokens cannot|This token may)/.test(body.message ?? '')
        const answer: Answer = byGuard
          ? (status as 401 | 403)
          : location?.startsWith('/login?next=')
            ? '→ login'
            : location === '/'
              ? '→ /'
              : 'let through'
        answers.push(`${route.method} ${route.path} ${role}: ${answer}`)
        promised.push(`${route.method} ${route.path} ${role}: ${expected(route, role)}`)
      }
    }
    expect(answers).toEqual(promised)
    expect(answers.length).toBeGreaterThan(400)
  })

  it('holds exactly the routes that routes.snapshot.txt lists, and the app has no others', async () => {
    const table = routes(app.services)
    const listed = table.map(
      ({ who, method, path, fresh }) => `${who.padEnd(16)}${method.padEnd(7)}${path}${fresh ? ' (fresh)' : ''}`,
    )
    await expect(`${listed.join('\n')}\n`).toMatchFileSnapshot('./routes.snapshot.txt')
    const known = new Set(table.map(({ method, path }) => `${method} ${path}`))
    const registered = createApp(app.services, table).routes.filter(({ method }) => method !== 'ALL')
    expect(registered.map(({ method, path }) => `${method} ${path}`).filter((one) => !known.has(one))).toEqual([])
    expect(registered.length).toBeGreaterThan(50)
  })

  it('answers nothing that is not in it', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/users/1/role',
      '/api/meta',
      '/admin.php',
      '/login/x',
      '/api/entries',
      '/healthz/x',
    ])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await callers.owner().browser.send(method, path, method === 'GET' ? undefined : {})
        expect([404, 405], `${method} ${path}`).toContain(status)
      }
  })
})
