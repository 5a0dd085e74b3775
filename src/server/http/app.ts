import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import { Invalid, VitrineError } from '../../model/errors.ts'
import type { AccountParts } from '../accounts/auth-api.ts'
import { carriesOurCookie } from '../accounts/sessions.ts'
import {
  type AppContext,
  callerOf,
  clientIp,
  type Handler,
  type Identity,
  ipGroup,
  noteSecurity,
  type Route,
} from '../endpoint/endpoint.ts'
import { refuseUnstorableUrl } from '../endpoint/request-body.ts'
import { errorAnswer, plainPage, visitorMessage, wantsPage } from '../endpoint/visitor-page.ts'
import { notingChange } from '../journal/record-change.ts'
import type { Attempts } from '../limits/attempts.ts'
import { clockGraceMs, oneMinuteMs } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { isLoopback } from '../process/variables.ts'
import type { SiteWords } from '../publishing/content.ts'
import type { SecurityHeaders } from '../snapshots/security-headers.ts'

const sameOrigin = (origin: string, publicUrl: string) => {
  if (origin === publicUrl) return true
  const ours = new URL(publicUrl)
  const theirs = URL.parse(origin)
  // A development machine has several names.
  return (
    theirs !== null &&
    isLoopback(ours.hostname) &&
    isLoopback(theirs.hostname) &&
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port
  )
}

/** Throws `forbidden` for a request from a page of another site; `from` are others that may call. */
export const refuseForeignOrigin = (headers: Headers, publicUrl: string, from: readonly string[] = []): void => {
  const origin = headers.get('origin')
  if (origin !== null && from.includes(origin)) return
  const foreign = origin === null ? headers.get('sec-fetch-site') === 'cross-site' : !sameOrigin(origin, publicUrl)
  if (foreign)
    throw new VitrineError('forbidden', `This was not sent from ${publicUrl}. Open the page there and try again.`)
}

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
  const { cookies: _, ...session } = signedIn
  return { kind: 'person', userId: session.account.id, ...session }
}

/** Age of a sign-in that still allows calls that could shut the owner out (ASVS 5.0, 7.5). */
const freshForMs = 15 * oneMinuteMs

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

const createGuard =
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

const refusalCodes = ['unauthenticated', 'forbidden', 'sign-in-again', 'too-many']
const anId = /^[\w-]{1,64}$/

const reasonOf = (error: unknown): string | undefined => {
  if (error === undefined) return undefined
  if (!(error instanceof VitrineError)) return 'internal'
  return refusalCodes.includes(error.code) ? error.message : error.code
}

/**
 * Logs each call that signs somebody in or out or changes permissions, done or refused, and each refusal by the guard and the limits.
 * Of what was sent, only ids from the URL are logged.
 */
const createSecurityLog =
  ({ log, config }: { log: Log; config: Config }) =>
  ({ event: named, method, path }: Pick<Route, 'event' | 'method' | 'path'>): MiddlewareHandler =>
  async (plain, next) => {
    await next()
    const context = plain as AppContext
    const error: unknown = context.error
    const { event = named, outcome, account, how, ended, reason = reasonOf(error) } = context.get('security') ?? {}
    const isRefusal = error instanceof VitrineError && refusalCodes.includes(error.code)
    if (event === undefined && !isRefusal) return
    const of = context.req.param('id')
    const done = error === undefined && outcome !== 'refused'
    const write = done ? log.info : log.warn
    write(event ?? 'Refused', {
      outcome: done ? (outcome ?? 'done') : 'refused',
      account: account ?? context.get('identity')?.userId,
      how,
      ended,
      of: of !== undefined && anId.test(of) ? of : undefined,
      reason,
      id: context.get('requestId'),
      address: ipGroup(clientIp(context.env?.incoming, config.trustProxy)).slice(0, 64),
      call: `${method} ${path}`,
    })
  }

/**
 * Lets the scripts of the route's other origins call it and read its answers, refusals among them. No credentials: a page elsewhere never
 * acts with a session of this site.
 */
const otherOrigins = ({ method, from = [] }: Pick<Route, 'method' | 'from'>): MiddlewareHandler =>
  cors({
    origin: [...from],
    allowMethods: [method],
    // What the contact form sends besides what needs no permission.
    allowHeaders: ['content-type', 'idempotency-key'],
    exposeHeaders: ['Retry-After'],
    maxAge: 7200,
  })

/** The route's pattern, since URLs hold ids, and those of old scripts the email addresses of visitors. */
const pathForLog = (context: AppContext): string => {
  const pattern = routePath(context)
  return pattern === '/*' || pattern === '*' ? `/${context.req.path.split('/', 2)[1]}/*` : pattern
}

// As nginx logs it: the client had closed the connection.
const clientClosedRequest = 499

/** The routes that a handler answers, and a JSON refusal for every other URL below them. */
export const createApp = (
  parts: AccountParts & { attempts: Attempts; log: Log; security: SecurityHeaders; words: () => SiteWords },
  table: readonly Route[],
) => {
  const { log, security } = parts
  const fixed = security()
  const app = new Hono<{ Bindings: AppContext['env']; Variables: AppContext['var'] }>({ strict: false })
  const guard = createGuard(parts)
  const logSecurity = createSecurityLog(parts)

  app.use(async (context, next) => {
    const started = performance.now()
    const id = randomUUID()
    context.set('requestId', id)
    const change = await notingChange(next)
    const { headers } = context.res
    if (change !== undefined) headers.set('X-Change', String(change))
    for (let i = 0; i < fixed.length; i += 2) {
      const name = fixed[i] as string
      if (!headers.has(name)) headers.set(name, fixed[i + 1] as string)
    }
    headers.set('X-Request-Id', id)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (log.requests)
      log.request(context.req.method, pathForLog(context), context.res.status, undefined, {
        id,
        ms: Math.round(performance.now() - started),
      })
  })

  app.use(async (context, next) => {
    refuseUnstorableUrl(context.req.url)
    await next()
  })

  const handled = table.flatMap(({ handle, ...route }) => (handle === 'memory' ? [] : [{ ...route, handle }]))
  for (const route of handled) {
    if (route.from?.length) app.on([route.method, 'OPTIONS'], route.path, otherOrigins(route))
    const { limit, handle } = route
    const key = `${route.method} ${route.path}`
    const limited: Handler = async (context) => {
      if (!limit) return handle(context)
      await parts.attempts.take(key, limit)
      try {
        return await handle(context)
      } catch (error) {
        // A form that was not filled in right did nothing yet.
        if (error instanceof Invalid) await parts.attempts.release(key)
        throw error
      }
    }
    app.on(route.method, route.path, logSecurity(route), guard(route), limited)
  }
  for (const [path, rows] of Map.groupBy(handled, (route) => route.path)) {
    const methods = rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    const body = { error: 'method-not-allowed', message: `This address takes ${methods} only.` }
    app.all(path, (context) => context.json(body, 405, { Allow: methods }))
  }
  app.notFound((context) => context.json({ error: 'not-found', message: 'There is nothing at this address.' }, 404))
  app.onError((error, context) => {
    const id = context.get('requestId')
    if (context.req.raw.signal.aborted && !(error instanceof VitrineError))
      return context.body(null, clientClosedRequest as 500)
    const { status, body, headers, ours } = errorAnswer(error, id)
    if (ours) log.error('A request failed', { id, path: pathForLog(context), reason: error.message, at: error.stack })
    if (!wantsPage(context.req.raw.headers)) return context.json(body, status as 500, headers)
    const words = parts.words()
    return context.html(
      plainPage(words.refusals.failed, visitorMessage(error, id, words), words),
      status as 500,
      headers,
    )
  })
  return app
}

/** First segments of the URLs that the app answers, hits and misses alike. */
export const appSegments = (table: readonly Route[]): ReadonlySet<string> =>
  new Set(table.flatMap(({ path, handle }) => (handle === 'memory' ? [] : [path.split('/')[1] as string])))
