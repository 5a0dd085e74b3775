import type { Handler } from './context.ts'
import type { Operation } from './endpoint.ts'

export interface Route {
  /** Permitted callers; checked before the handler runs. API tokens satisfy `owner` only. */
  who: 'anyone' | 'signed in' | 'owner' | 'owner in person'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Requires a recent sign-in: the call could lock the owner out or let somebody in permanently. */
  fresh?: true
  /** `memory`: answered by the listener from snapshots, assets and images, before routing. */
  handle: Handler | 'memory'
  operation?: Operation
  event?: string
  /** A page for people: other callers are redirected. */
  page?: true
  /** Other origins whose pages may call it too, without credentials (CORS). */
  from?: readonly string[]
  /** Redirect for a browser that opens this call as a page, by reloading after a form, without permission. */
  elsewhere?: string
}
