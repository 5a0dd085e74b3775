import { type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { CodeOwner } from './code-tries.ts'

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Account whose code this call carries, as the library sees it: by a session when a code is being set up, by the first step's cookie at sign-in. */
export const codeOwner = async (context: HookContext): Promise<CodeOwner | undefined> => {
  const session = await getSessionFromCtx(context)
  if (session) return { userId: session.user.id, sessionId: session.session.id }
  const cookie = context.context.createAuthCookie('two_factor')
  const challenge = await context.getSignedCookie(cookie.name, context.context.secret)
  if (!challenge) return undefined
  const userId = (await context.context.internalAdapter.findVerificationValue(challenge))?.value
  return userId === undefined ? undefined : { userId }
}
