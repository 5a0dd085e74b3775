import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/** An endpoint for the server alone: ends every session of the signed-in user and starts a new one for this device. */
export const sessionRenewal = () =>
  ({
    id: 'session-renewal',
    endpoints: {
      renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (context) => {
        const { internalAdapter } = context.context
        const userId = context.context.session.user.id
        await internalAdapter.deleteUserSessions(userId)
        const session = await internalAdapter.createSession(userId)
        const user = await internalAdapter.findUserById(userId)
        if (!session || !user) throw new APIError('UNAUTHORIZED')
        await setSessionCookie(context, { session, user })
        return context.json({ renewed: true })
      }),
    },
  }) satisfies BetterAuthPlugin
