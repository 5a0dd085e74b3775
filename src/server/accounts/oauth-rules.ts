import type { BetterAuthOptions } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'

type AccountHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['account']>
type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/** Stores no ID token: it holds personal data and is needed only while signing in. */
export const accountRules: AccountHooks = {
  create: { before: async (account) => ({ data: { ...account, idToken: null } }) },
  update: { before: async (account) => ({ data: { ...account, idToken: null } }) },
}

/** Links a provider only while the session that began it is alive. */
export const validateLink: ValidateUserInfo = async ({ user, source }, context) => {
  if (source.action !== 'link-account' || !context) return undefined
  const session = await getSessionFromCtx(context)
  return session?.user.id === user.id ? undefined : { error: 'signed_out_meanwhile' }
}
