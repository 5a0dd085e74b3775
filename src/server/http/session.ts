import type { MiddlewareHandler } from 'hono'
import { VitrineError } from '../../model/errors.ts'
import type { AccountParts } from '../accounts/api/library-endpoints.ts'
import { carriesOurCookie } from '../accounts/cookies.ts'
import { type AppContext, type Identity, noteSecurity } from '../endpoint/context.ts'
import { callerOf } from '../endpoint/identity.ts'
import type { Route } from '../endpoint/route.ts'
import { wantsPage } from '../endpoint/wants-page.ts'
import { clockGraceMs } from '../process/clock.ts'
import { refuseForeignOrigin } from './origin.ts'

type Guarded = Pick<Route, 'who' | 'method' | 'page' | 'fresh' | 'elsewhere' | 'from'>

const unsafe = (method: string) => method !== 'GET' && method !== 'HEAD'

/** A browser sends cookies from pages of any site; only `Origin` tells them apart. */
const refuseForgery = (headers: Headers, { method, from }: Pick<Guarded, 'method' | 'from'>, publicUrl: string) => {
  if (!unsafe(method)) return
  if (carriesOurCookie(headers.get('cookie') ?? '', publicUrl) && headers.get('origin') === null)
    throw new VitrineError(
      'forbidden',
      'This call carries a session but does not say from which page it comes (Origin).',
    )
  refuseForeignOrigin(headers, publicUrl, from)
}

const identify = async (context: AppContext, { accounts, config }: AccountParts): Promise<Identity | undefined> => {
  const secret = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  if (secret !== undefined) {
    const token = await accounts.tokens.find(secret)
    if (!token) throw new VitrineError('unauthenticated', 'This token is not known here. It may have been revoked.')
    return { kind: 'token', userId: token.userId, name: token.name, scope: token.scope }
  }
  const signedIn = await accounts.signedIn(callerOf(context, config.trustProxy))
  if (!signedIn) return undefined
  for (const cookie of signedIn.cookies) context.header('Set-Cookie', cookie, { append: true })
  const { account, sessionId, signedInAt } = signedIn
  return { kind: 'person', userId: account.id, account, sessionId, signedInAt }
}

/** Age of a sign-in that still allows calls that could shut the owner out (ASVS 5.0, 7.5). */
const freshForMs = 15 * 60_000

const refusal = ({ who, method, fresh }: Guarded, identity: Identity | undefined): VitrineError | undefined => {
  if (!identity) return new VitrineError('unauthenticated', 'Sign in first.')
  if (identity.kind === 'token') {
    if (who !== 'owner') return new VitrineError('forbidden', 'Tokens cannot do this. Sign in.')
    if (unsafe(method) && identity.scope !== 'write') return new VitrineError('forbidden', 'This token may only read.')
    return undefined
  }
  if (who !== 'signed in' && identity.account.role !== 'owner')
    return new VitrineError('forbidden', 'Only the owner of this site may do this.')
  const age = Date.now() - Date.parse(identity.signedInAt)
  // A time of the future is old: a clock was wrong.
  if (fresh && (age > freshForMs || age < -clockGraceMs))
    return new VitrineError('sign-in-again', 'Sign in again first: it has been a while, and this matters.')
  return undefined
}

export const createGuard =
  (parts: AccountParts) =>
  (route: Guarded): MiddlewareHandler =>
  async (plain, next) => {
    const { who, page, elsewhere } = route
    const context = plain as AppContext
    refuseForgery(context.req.raw.headers, route, parts.config.publicUrl)
    if (who === 'anyone') return next()
    const identity = await identify(context, parts)
    const refused = refusal(route, identity)
    if (!refused) {
      context.set('identity', identity)
      return next()
    }
    noteSecurity(context, { account: identity?.userId })
    if (elsewhere !== undefined && wantsPage(context.req.raw.headers)) return context.redirect(elsewhere, 303)
    if (!page) throw refused
    if (identity) {
      noteSecurity(context, { event: 'Refused', outcome: 'refused', reason: refused.message })
      return context.redirect('/', 302)
    }
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(`/login?next=${encodeURIComponent(pathname + search)}`, 302)
  }
