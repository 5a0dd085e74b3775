import { z } from 'zod'
import { newPasskeySchema } from '../../../model/accounts/account.ts'
import { type Endpoint, jsonEndpoint } from '../../endpoint/endpoint.ts'
import { type AccountParts, libraryEndpoints } from './library-endpoints.ts'

const code = z.strictObject({ code: z.string().trim().min(1, 'Enter the code.').max(20) })
const password = z.strictObject({ password: z.string().max(128).optional() })
const recoveryCodes = z.looseObject({ backupCodes: z.array(z.string()) })
const totpAnswer = recoveryCodes.extend({ totpURI: z.string().describe('For the QR code.') })
const { name: passkeyName } = newPasskeySchema.shape
const passkeyId = z.strictObject({ id: z.string().max(64) })
const credential = z.record(z.string(), z.unknown())

export const secondFactorsApi = (parts: AccountParts) => {
  const { forward, caller, received } = libraryEndpoints(parts)
  return {
    verifyTotp: forward({
      summary: 'Checks a code of the authenticator app, which works once',
      path: '/two-factor/verify-totp',
      body: code,
      event: 'Sign-in',
      signsInBy: 'code',
      others: ['Unauthenticated'],
    }),
    verifyBackupCode: forward({
      summary: 'Checks a recovery code, which works once',
      path: '/two-factor/verify-backup-code',
      body: code,
      event: 'Sign-in',
      signsInBy: 'recovery code',
      others: ['Unauthenticated'],
    }),
    enableTotp: forward({
      summary: 'Begins setting up an authenticator app',
      path: '/two-factor/enable',
      event: 'Second factor begun',
      body: password,
      answer: totpAnswer,
      takesPassword: true,
    }),
    disableTotp: forward({
      summary: 'Turns the authenticator app off',
      path: '/two-factor/disable',
      event: 'Second factor off',
      body: password,
      takesPassword: true,
    }),
    recoveryCodes: forward({
      summary: 'Makes new recovery codes; the old ones stop working',
      path: '/two-factor/generate-backup-codes',
      event: 'New recovery codes',
      body: password,
      answer: recoveryCodes,
      takesPassword: true,
    }),
    passkeyOptions: forward({
      summary: 'Begins adding a passkey',
      method: 'GET',
      path: '/passkey/generate-register-options',
      begins: true,
    }),
    addPasskey: forward({
      summary: 'Adds a passkey; the device must have verified its user',
      path: '/passkey/verify-registration',
      event: 'Passkey added',
      body: z.strictObject({ response: credential, name: passkeyName.optional() }),
    }),
    passkeys: forward({
      summary: 'Lists one’s own passkeys',
      method: 'GET',
      path: '/passkey/list-user-passkeys',
      answer: z.array(z.looseObject({ id: z.string() })),
    }),
    renamePasskey: forward({
      summary: 'Renames a passkey',
      path: '/passkey/update-passkey',
      body: passkeyId.extend({ name: passkeyName }),
    }),
    removePasskey: forward({
      summary: 'Removes a passkey',
      path: '/passkey/delete-passkey',
      body: passkeyId,
      event: 'Passkey removed',
    }),
    signInOptions: jsonEndpoint({ summary: 'Begins signing in with a passkey' }, async (context) => {
      const from = caller(context)
      parts.accounts.begin(from.ip)
      const path = '/passkey/generate-authenticate-options'
      return received(context, await parts.accounts.call(from, { method: 'GET', path }))
    }),
    signIn: forward({
      summary: 'Signs in with a passkey, which replaces the password and the second step',
      path: '/passkey/verify-authentication',
      event: 'Sign-in',
      signsInBy: 'passkey',
      others: ['Unauthenticated'],
      body: z.strictObject({ response: credential }),
    }),
  } satisfies Record<string, Endpoint>
}
