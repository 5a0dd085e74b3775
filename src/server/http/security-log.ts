import type { MiddlewareHandler } from 'hono'
import { VitrineError } from '../../model/errors.ts'
import { clientIp, ipGroup } from '../endpoint/client-ip.ts'
import type { AppContext } from '../endpoint/context.ts'
import type { Route } from '../endpoint/route.ts'
import type { Services } from '../services.ts'

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
export const createSecurityLog =
  ({ log, config }: Services) =>
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
