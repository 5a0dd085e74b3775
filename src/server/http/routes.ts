import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Services } from '../services.ts'
import { postMessage } from './api/messages.ts'
import { getHealth } from './health.ts'

export type AppContext = Context<{ Bindings: Partial<HttpBindings>; Variables: { requestId: string } }>
export type Handler = (context: AppContext) => Response | Promise<Response>

export interface Route {
  /** Who may call it; checked before the handler is reached. */
  who: 'anyone' | 'signed in' | 'owner'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** `memory`: answered by the listener from snapshots, assets and pictures, before this table is asked. */
  handle: Handler | 'memory'
}

/** Everything that can be called from outside, in order of trust. */
export const routes = (services: Services): Route[] => [
  // The site's pages, sitemap and the like: whatever `Site.pages` yields. Unknown addresses end in its 404.
  { who: 'anyone', method: 'GET', path: '/*', handle: 'memory' },
  { who: 'anyone', method: 'GET', path: '/assets/*', handle: 'memory' },
  { who: 'anyone', method: 'GET', path: '/media/:name', handle: 'memory' },
  { who: 'anyone', method: 'GET', path: '/api/content', handle: 'memory' },
  { who: 'anyone', method: 'POST', path: '/api/messages', handle: postMessage(services) },
  { who: 'anyone', method: 'GET', path: '/healthz', handle: getHealth(services) },
]
