import { z } from 'zod'
import type { Services } from '../../services.ts'
import { type AppContext, type Endpoint, nothing, readBody } from '../endpoint.ts'
import { callerOf, personOf } from '../session.ts'

const passwordBody = z.strictObject({ password: z.string().max(128).optional() })
const totpAnswer = z.object({ totpURI: z.string().describe('For the QR code.'), backupCodes: z.array(z.string()) })
const passkeyName = z.string().trim().min(1, 'Name is required.').max(60)
// What authenticators say is checked by the library against the challenge it made.
const credential = z.record(z.string(), z.unknown())

/** Authenticator apps, recovery codes and passkeys: the sign-in library's own calls, with the password tries counted. */
export const secondFactorsApi = ({ accounts, config }: Services) => {
  const call = async (context: AppContext, method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await accounts.call(callerOf(context, config.trustProxy), { method, path, body })
    for (const cookie of answer.cookies) context.header('Set-Cookie', cookie, { append: true })
    return context.json(answer.body as object)
  }

  const withPassword = (summary: string, path: string, answer: z.ZodType = nothing): Endpoint => ({
    operation: { summary, body: passwordBody, answer },
    handle: async (context) => {
      const body = await readBody(context, passwordBody)
      const { address } = callerOf(context, config.trustProxy)
      return accounts.tries.run(personOf(context).account.email, address, () => call(context, 'POST', path, body))
    },
  })

  const posting = <T>(summary: string, path: string, schema: z.ZodType<T>): Endpoint => ({
    operation: { summary, body: schema },
    handle: async (context) => call(context, 'POST', path, await readBody(context, schema)),
  })

  return {
    enableTotp: withPassword('Begins setting up an authenticator app', '/two-factor/enable', totpAnswer),
    disableTotp: withPassword('Takes the authenticator app off', '/two-factor/disable'),
    recoveryCodes: withPassword('Makes new recovery codes; the old ones end', '/two-factor/generate-backup-codes'),
    passkeyOptions: {
      operation: { summary: 'Begins adding a passkey' },
      handle: (context) => call(context, 'GET', '/passkey/generate-register-options'),
    },
    addPasskey: posting(
      'Adds a passkey',
      '/passkey/verify-registration',
      z.strictObject({ response: credential, name: passkeyName.optional() }),
    ),
    passkeys: {
      operation: { summary: 'Lists one’s own passkeys' },
      handle: (context) => call(context, 'GET', '/passkey/list-user-passkeys'),
    },
    renamePasskey: posting(
      'Renames a passkey',
      '/passkey/update-passkey',
      z.strictObject({ id: z.string().max(64), name: passkeyName }),
    ),
    removePasskey: posting('Removes a passkey', '/passkey/delete-passkey', z.strictObject({ id: z.string().max(64) })),
    signInOptions: {
      operation: { summary: 'Begins signing in with a passkey' },
      handle: (context) => call(context, 'GET', '/passkey/generate-authenticate-options'),
    },
    signIn: posting(
      'Signs in with a passkey',
      '/passkey/verify-authentication',
      z.strictObject({ response: credential }),
    ),
  } satisfies Record<string, Endpoint>
}
