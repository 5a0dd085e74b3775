import type { MiddlewareHandler } from 'hono'
import { VitrineError } from '../../model/errors.ts'
import { clientIp, ipGroup } from '../endpoint/client-ip.ts'
import type { AppContext } from '../endpoint/context.ts'
import type { Route } from '../endpoint/route.ts'
import type { Services } from '../services.ts'

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
