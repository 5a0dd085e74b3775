import type { MiddlewareHandler } from 'hono'
import { VitrineError } from '../../model/errors.ts'
import type { AppContext } from '../endpoint/endpoint.ts'
import type { Services } from '../services.ts'
import { clientIp, ipGroup } from './client-address.ts'
import type { Route } from './routes.ts'

/** What a handler knows of a call that matters to security, and what is told of it in the log. */
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

/** Notes what is known of the call in hand. */
export const noteSecurity = (context: AppContext, note: SecurityNote): void => {
  context.set('security', { ...context.get('security'), ...note })
}

const telling = ['unauthenticated', 'forbidden', 'sign-in-again', 'too-many']
const anId = /^[\w-]{1,64}$/

/** Why the call was refused: in our own words where they are fixed, else the kind of error alone. */
const reasonOf = (error: unknown): string | undefined => {
  if (error === undefined) return undefined
  if (!(error instanceof VitrineError)) return 'internal'
  return telling.includes(error.code) ? error.message : error.code
}

/**
 * One line for each call that lets somebody in or out or changes who may do what, done or refused, and for each refusal of
 * the guard and the limits. Nothing that was sent is in it but ids out of the address.
 */
export const createSecurityLog =
  ({ log, config }: Services) =>
  ({ event: named, method, path }: Pick<Route, 'event' | 'method' | 'path'>): MiddlewareHandler =>
  async (plain, next) => {
    await next()
    const context = plain as AppContext
    const error: unknown = context.error
    const { event = named, outcome, account, how, ended, reason = reasonOf(error) } = context.get('security') ?? {}
    const isRefusal = error instanceof VitrineError && telling.includes(error.code)
    if (event === undefined && !isRefusal) return
    const of = context.req.param('id')
    const done = error === undefined && outcome !== 'refused'
    const tell = done ? log.info : log.warn
    tell(event ?? 'Refused', {
      outcome: done ? (outcome ?? 'done') : 'refused',
      account: account ?? context.get('identity')?.userId,
      ...(how === undefined ? {} : { how }),
      ...(ended === undefined ? {} : { ended }),
      ...(of !== undefined && anId.test(of) ? { of } : {}),
      ...(reason === undefined ? {} : { reason }),
      id: context.get('requestId'),
      address: ipGroup(clientIp(context.env?.incoming, config.trustProxy)).slice(0, 64),
      call: `${method} ${path}`,
    })
  }
