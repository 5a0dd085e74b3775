import { VitrineError } from '../../model/errors.ts'
import { byToken } from '../../model/journal/change.ts'
import { clientIp, ipGroup } from './client-ip.ts'
import type { AppContext, Identity } from './context.ts'
import { storableCookies } from './storable.ts'

export interface Caller {
  cookie: string
  userAgent: string
  /** The IP address group; never from an untrusted header. */
  ip: string
}

export const callerOf = (context: AppContext, trustProxy: number): Caller => ({
  cookie: storableCookies(context.req.header('cookie') ?? ''),
  userAgent: context.req.header('user-agent') ?? '',
  ip: ipGroup(clientIp(context.env?.incoming, trustProxy)),
})

/** The caller of a route that is for persons only. */
export const personOf = (context: AppContext): Extract<Identity, { kind: 'person' }> => {
  const identity = context.get('identity')
  if (identity?.kind !== 'person') throw new VitrineError('unauthenticated', 'Sign in first.')
  return identity
}

/** Author of a change in the journal: an account or a token. */
export const authorOf = (context: AppContext): { by: string } => {
  const identity = context.get('identity')
  return { by: identity?.kind === 'token' ? byToken(identity.name) : (identity?.userId ?? 'unknown') }
}
