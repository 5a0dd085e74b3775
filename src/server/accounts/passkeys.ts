import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { challengeSeconds, type PasskeyChallenges } from './passkey-challenges.ts'

// A passkey stands for the password and the second step at once, so the device must have made sure who holds it:
// WebAuthn Level 3, 6.1, the flag UV. Asking for it is advice to the browser; here it is checked.
const insist = (userVerified: boolean | undefined) => {
  if (!userVerified)
    throw new APIError('BAD_REQUEST', {
      code: 'USER_NOT_VERIFIED',
      message: 'The device did not check that it is you. Set up its screen lock, fingerprint or PIN, and try again.',
    })
}

/** Takes the challenge with this id; false when it was taken before. */
export type TakeChallenge = (id: string) => Promise<boolean>

// The library's own name; it signs and reads the cookie.
const challengeCookie = 'better-auth-passkey'

interface PasskeyRow {
  credentialID: string
  transports: string | null
}

/** Passkeys that sign in by themselves: kept on the device under our name, and used by the person who unlocks it. */
export const verifiedPasskeys = (publicUrl: string, challenges: PasskeyChallenges, takeChallenge: TakeChallenge) => {
  const rpID = new URL(publicUrl).hostname
  const plugin = passkey({
    rpID,
    rpName: 'Vitrine',
    origin: publicUrl,
    schema: { passkey: { modelName: 'passkeys' } },
    // Nobody types an address before, so the device must find the key by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: ({ verification }) => insist(verification.registrationInfo?.userVerified) },
    authentication: {
      afterVerification: async ({ ctx, verification }) => {
        insist(verification.authenticationInfo.userVerified)
        const cookie = ctx.context.createAuthCookie(challengeCookie)
        const id = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
        if (!id || !(await takeChallenge(id)))
          throw new APIError('BAD_REQUEST', { code: 'CHALLENGE_NOT_FOUND', message: 'This challenge was used before.' })
      },
    },
  })

  // The library stores a row for whoever asks; this stores none.
  const generatePasskeyAuthenticationOptions = createAuthEndpoint(
    '/passkey/generate-authenticate-options',
    { method: 'GET' },
    async (context) => {
      const session = await getSessionFromCtx(context)
      const own = session
        ? await context.context.adapter.findMany<PasskeyRow>({
            model: 'passkey',
            where: [{ field: 'userId', value: session.user.id }],
          })
        : []
      const { id, challenge } = challenges.create()
      const { name, attributes } = context.context.createAuthCookie(challengeCookie)
      await context.setSignedCookie(name, id, context.context.secret, {
        ...attributes,
        maxAge: challengeSeconds,
      })
      return context.json({
        challenge,
        timeout: 60_000,
        rpId: rpID,
        userVerification: 'required',
        ...(own.length > 0
          ? {
              allowCredentials: own.map(({ credentialID, transports }) => ({
                id: credentialID,
                type: 'public-key',
                ...(transports ? { transports: transports.split(',') } : {}),
              })),
            }
          : {}),
      })
    },
  )
  return {
    ...plugin,
    endpoints: { ...plugin.endpoints, generatePasskeyAuthenticationOptions },
  } satisfies BetterAuthPlugin
}
