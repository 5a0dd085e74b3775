import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { VitrineError } from '../../model/errors.ts'
import type { AppContext } from '../endpoint/context.ts'
import { errorAnswer } from '../endpoint/errors.ts'
import { plainPage } from '../endpoint/plain-page.ts'
import { refuseUnstorableUrl } from '../endpoint/storable.ts'
import { visitorMessage } from '../endpoint/visitor-message.ts'
import { wantsPage } from '../endpoint/wants-page.ts'
import { notingChange } from '../journal/noted-change.ts'
import type { Services } from '../services.ts'
import { otherOrigins } from './other-origins.ts'
import { routes } from './routes.ts'
import { createSecurityLog } from './security-log.ts'
import { createGuard } from './session.ts'

/** The route's pattern, since URLs hold ids, and those of old scripts the email addresses of visitors. */
const pathForLog = (context: AppContext): string => {
  const pattern = routePath(context)
  return pattern === '/*' || pattern === '*' ? `/${context.req.path.split('/', 2)[1]}/*` : pattern
}

// As nginx logs it: the client had closed the connection.
const clientClosedRequest = 499

/** The routes that a handler answers, and a JSON refusal for every other URL below them. */
export const createApp = (services: Services) => {
  const { log, security } = services
  const fixed = security()
  const app = new Hono<{ Bindings: AppContext['env']; Variables: AppContext['var'] }>({ strict: false })
  const table = routes(services)
  const guard = createGuard(services)
  const logSecurity = createSecurityLog(services)

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
    const words = services.words()
    return context.html(
      plainPage(words.refusals.failed, visitorMessage(error, id, words), words),
      status as 500,
      headers,
    )
  })
  return app
}

/** First segments of the URLs that the app answers, hits and misses alike. */
export const appSegments = (services: Services): ReadonlySet<string> =>
  new Set(routes(services).flatMap(({ path, handle }) => (handle === 'memory' ? [] : [path.split('/')[1] as string])))
