import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

// A passkey stands for the password and the second step at once, so the device must have made sure who holds it:
// WebAuthn Level 3, 6.1, the flag UV. Asking for it is advice to the browser; here it is checked.
const insist = (userVerified: boolean | undefined) => {
  if (!userVerified)
    throw new APIError('BAD_REQUEST', {
      code: 'USER_NOT_VERIFIED',
      message: 'The device did not check that it is you. Set up its screen lock, fingerprint or PIN, and try again.',
    })
}

/** Passkeys that sign in by themselves: kept on the device under our name, and used by the person who unlocks it. */
export const verifiedPasskeys = (publicUrl: string) =>
  passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Vitrine',
    origin: publicUrl,
    schema: { passkey: { modelName: 'passkeys' } },
    // Nobody types an address before, so the device must find the key by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: ({ verification }) => insist(verification.registrationInfo?.userVerified) },
    authentication: { afterVerification: ({ verification }) => insist(verification.authenticationInfo.userVerified) },
  })
