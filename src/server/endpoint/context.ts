import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Account, TokenScope } from '../../model/accounts/account.ts'

/** Caller of a guarded route: a person with a session, or a script with one of the owner's API tokens. */
export type Identity =
  | { kind: 'person'; userId: string; account: Account; sessionId: string; signedInAt: string }
  | { kind: 'token'; userId: string; name: string; scope: TokenScope }

/** Facts about a call for the security log. */
export interface SecurityNote {
  /** What happened, where that differs from what the endpoint is called in the log. */
  event?: string
  /** The account's id. Never what somebody typed. */
  account?: string | undefined
  /** What was shown: a password, a code, a passkey. */
  how?: string
  outcome?: 'done' | 'refused' | 'second step'
  /** Ways into accounts that it ended, counted. */
  ended?: string
  /** Why it was refused, in fixed words. */
  reason?: string
}

export type AppContext = Context<{
  Bindings: Partial<HttpBindings>
  /** `identity` is who the guard let through; of an anonymous caller there is none. */
  Variables: { requestId: string; identity: Identity | undefined; security: SecurityNote | undefined }
}>
export type Handler = (context: AppContext) => Response | Promise<Response>

/** Adds facts about this call for the security log. */
export const noteSecurity = (context: AppContext, note: SecurityNote): void => {
  context.set('security', { ...context.get('security'), ...note })
}
