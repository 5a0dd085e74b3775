import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { VitrineError } from '../../model/errors.ts'
import type { AppContext } from '../endpoint/context.ts'
import { errorAnswer, plainPage } from '../endpoint/errors.ts'
import { refuseUnstorableUrl } from '../endpoint/storable.ts'
import { wantsPage } from '../endpoint/wants-page.ts'
import type { Services } from '../services.ts'
import { routes } from './routes.ts'
import { createSecurityLog } from './security-log.ts'
import { createGuard } from './session.ts'

/** What the log says of an address: the route's pattern, since addresses hold ids, and those of old scripts the e-mail addresses of visitors. */
const addressInLog = (context: AppContext): string => {
  const pattern = routePath(context)
  return pattern === '/*' || pattern === '*' ? `/${context.req.path.split('/', 2)[1]}/*` : pattern
}

// As other servers log it: the client had hung up, so nobody read the answer.
const hungUp = 499

/** What is called rather than read: the routes that a handler answers, and JSON for every address under them that none has. */
export const createApp = (services: Services) => {
  const { log, security } = services
  const fixed = security()
  const app = new Hono<{ Bindings: AppContext['env']; Variables: AppContext['var'] }>({ strict: false })
  const table = routes(services)
  const guard = createGuard(services)
  const told = createSecurityLog(services)

  app.use(async (context, next) => {
    const started = performance.now()
    const id = randomUUID()
    context.set('requestId', id)
    await next()
    const { headers } = context.res
    for (let i = 0; i < fixed.length; i += 2) {
      const name = fixed[i] as string
      if (!headers.has(name)) headers.set(name, fixed[i + 1] as string)
    }
    headers.set('X-Request-Id', id)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (log.requests)
      log.request(context.req.method, addressInLog(context), context.res.status, undefined, {
        id,
        ms: Math.round(performance.now() - started),
      })
  })

  app.use(async (context, next) => {
    refuseUnstorableUrl(context.req.url)
    await next()
  })

  for (const route of table) {
    const { method, path, handle } = route
    if (handle !== 'memory') app.on(method, path, told(route), guard(route), handle)
  }
  for (const path of new Set(table.flatMap((route) => (route.handle === 'memory' ? [] : [route.path])))) {
    const methods = table
      .filter((route) => route.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const message = `This address takes ${methods.join(', ')} only.`
    app.all(path, (context) =>
      context.json({ error: 'method-not-allowed', message }, 405, { Allow: methods.join(', ') }),
    )
  }
  app.notFound((context) => context.json({ error: 'not-found', message: 'There is nothing at this address.' }, 404))
  app.onError((error, context) => {
    const id = context.get('requestId')
    // A body that broke off is no fault of ours.
    if (context.req.raw.signal.aborted && !(error instanceof VitrineError)) return context.body(null, hungUp as 500)
    const { status, body, headers, ours } = errorAnswer(error, id)
    if (ours) log.error('A request failed', { id, path: addressInLog(context), reason: error.message, at: error.stack })
    return wantsPage(context.req.raw.headers)
      ? context.html(plainPage('That did not work', body.message), status as 500, headers)
      : context.json(body, status as 500, headers)
  })
  return app
}

/** The first parts of the addresses that the app answers, hits and misses alike. */
export const appSegments = (services: Services): ReadonlySet<string> =>
  new Set(routes(services).flatMap(({ path, handle }) => (handle === 'memory' ? [] : [path.split('/')[1] as string])))
