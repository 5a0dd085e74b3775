import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Route } from '../endpoint/route.ts'

/**
 * Lets the scripts of the route's other origins call it and read its answers, refusals among them. No credentials: a page elsewhere never
 * acts with a session of this site.
 */
export const otherOrigins = ({ method, from = [] }: Pick<Route, 'method' | 'from'>): MiddlewareHandler =>
  cors({
    origin: [...from],
    allowMethods: [method],
    // What the contact form sends besides what needs no permission.
    allowHeaders: ['content-type', 'idempotency-key'],
    exposeHeaders: ['Retry-After'],
    maxAge: 7200,
  })
