import type { BetterAuthOptions } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'

type AccountHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['account']>
type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/** Keeps no ID token: it holds personal data in clear, and is needed only while somebody signs in. */
export const accountRules: AccountHooks = {
  create: { before: async (account) => ({ data: { ...account, idToken: null } }) },
  update: { before: async (account) => ({ data: { ...account, idToken: null } }) },
}

/** Links a provider only to who is still signed in when the answer comes: a session that was ended since leaves nothing behind. */
export const validateLink: ValidateUserInfo = async ({ user, source }, context) => {
  if (source.action !== 'link-account' || !context) return undefined
  const session = await getSessionFromCtx(context)
  return session?.user.id === user.id ? undefined : { error: 'signed_out_meanwhile' }
}
