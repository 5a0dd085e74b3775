import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Account, TokenScope } from '../../model/accounts/account.ts'

/** Caller of a guarded route: a person with a session, or a script with one of the owner's API tokens. */
export type Identity =
  | { kind: 'person'; userId: string; account: Account; sessionId: string; signedInAt: string }
  | { kind: 'token'; userId: string; name: string; scope: TokenScope }

interface SecurityNote {
  /** Name of the event, when it differs from the endpoint’s. */
  event?: string
  /** Id of the account; never typed text. */
  account?: string | undefined
  /** Type of the credential. */
  how?: string
  outcome?: 'done' | 'refused' | 'second step'
  /** Ended sessions and the like, in words. */
  ended?: string
  /** Reason of a refusal; a fixed text. */
  reason?: string
}

export type AppContext = Context<{
  Bindings: Partial<HttpBindings>
  /** `identity` is set by the guard, and undefined for anonymous callers. */
  Variables: { requestId: string; identity: Identity | undefined; security: SecurityNote | undefined }
}>
export type Handler = (context: AppContext) => Response | Promise<Response>

/** Tells when visitors see what was written; an answer waits for it. */
export interface Shown {
  shown(): Promise<void>
}

export const noteSecurity = (context: AppContext, note: SecurityNote): void => {
  context.set('security', { ...context.get('security'), ...note })
}
