import type { Handler } from './context.ts'
import type { Operation } from './endpoint.ts'

/** One row of the route table. */
export interface Route {
  /** Who may call it; checked before the handler is reached. API tokens satisfy `owner` only. */
  who: 'anyone' | 'signed in' | 'owner' | 'owner in person'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** For persons: only who signed in a short while ago, since it could shut the owner out or let somebody in for good. */
  fresh?: true
  /** `memory`: answered by the listener from snapshots, assets and images, before this table is asked. */
  handle: Handler | 'memory'
  operation?: Operation
  /** As in `Endpoint`. */
  event?: string
  /** A page for people: who may not see it is sent to where they can go. */
  page?: true
  /** Where a browser goes that opens this call as a page, by reloading after a form, and may not make it. */
  elsewhere?: string
}
