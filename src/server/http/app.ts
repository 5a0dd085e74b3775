import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import { VitrineError } from '../../model/errors.ts'
import type { AccountParts } from '../accounts/api/library-endpoints.ts'
import { clientIp, ipGroup } from '../endpoint/client-ip.ts'
import type { AppContext } from '../endpoint/context.ts'
import { errorAnswer } from '../endpoint/errors.ts'
import { plainPage } from '../endpoint/plain-page.ts'
import type { Route } from '../endpoint/route.ts'
import { refuseUnstorableUrl } from '../endpoint/storable.ts'
import { visitorMessage } from '../endpoint/visitor-message.ts'
import { wantsPage } from '../endpoint/wants-page.ts'
import { notingChange } from '../journal/noted-change.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { SiteWords } from '../publishing/site-words.ts'
import type { SecurityHeaders } from '../snapshots/security-headers.ts'
import { createGuard } from './session.ts'

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
  parts: AccountParts & { log: Log; security: SecurityHeaders; words: () => SiteWords },
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
    app.on(route.method, route.path, logSecurity(route), guard(route), route.handle)
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
