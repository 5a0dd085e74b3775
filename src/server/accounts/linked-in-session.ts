import type { BetterAuthPlugin } from 'better-auth'
import { getOAuthState, getSessionFromCtx } from 'better-auth/api'

/**
 * A provider is linked only while the session that began it, or another of the same account, is shown: what is under way lies in a cookie,
 * so ending the sessions is what ends it.
 */
export const linkedInSession = () =>
  ({
    id: 'linked-in-session',
    init: () => ({
      options: {
        databaseHooks: {
          account: {
            create: {
              before: async ({ userId }, context) => {
                const link = context && (await getOAuthState())?.link
                if (!context || !link) return
                const session = await getSessionFromCtx(context)
                if (session?.user.id !== userId) return false
                return
              },
            },
          },
        },
      },
    }),
  }) satisfies BetterAuthPlugin
