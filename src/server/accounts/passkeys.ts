import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { challengeSeconds, type PasskeyChallenges } from './passkey-challenges.ts'

// A passkey replaces the password and the second step, so the device must have verified its user (the flag UV of WebAuthn Level 3, 6.1).
// The option below only asks the browser for it.
const requireVerification = (userVerified: boolean | undefined) => {
  if (!userVerified)
    throw new APIError('BAD_REQUEST', {
      code: 'USER_NOT_VERIFIED',
      message: 'The device did not check that it is you. Set up its screen lock, fingerprint or PIN, and try again.',
    })
}

/** Marks the challenge with this id as used; false when it was used before. */
export type TakeChallenge = (id: string) => Promise<boolean>

// The library's own name; it signs and reads the cookie.
const challengeCookie = 'better-auth-passkey'

interface PasskeyRow {
  credentialID: string
  transports: string | null
}

const credentialOf = ({ credentialID, transports }: PasskeyRow) => ({
  id: credentialID,
  type: 'public-key',
  ...(transports ? { transports: transports.split(',') } : {}),
})

/** Passkeys that sign in by themselves: discoverable, and verified by the device. */
export const verifiedPasskeys = (publicUrl: string, challenges: PasskeyChallenges, takeChallenge: TakeChallenge) => {
  const rpID = new URL(publicUrl).hostname
  const plugin = passkey({
    rpID,
    rpName: 'Vitrine',
    origin: publicUrl,
    schema: { passkey: { modelName: 'passkeys' } },
    // Discoverable, since nobody types an email address before.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ ctx, verification }) => {
        requireVerification(verification.authenticationInfo.userVerified)
        const cookie = ctx.context.createAuthCookie(challengeCookie)
        const id = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
        if (!id || !(await takeChallenge(id)))
          throw new APIError('BAD_REQUEST', { code: 'CHALLENGE_NOT_FOUND', message: 'This challenge was used before.' })
      },
    },
  })

  // The library's own endpoint stores a row for each caller.
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
        ...(own.length > 0 ? { allowCredentials: own.map(credentialOf) } : {}),
      })
    },
  )
  return {
    ...plugin,
    endpoints: { ...plugin.endpoints, generatePasskeyAuthenticationOptions },
  } satisfies BetterAuthPlugin
}
