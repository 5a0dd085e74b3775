import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type Account,
  accountSchema,
  changePasswordSchema,
  denySignInSchema,
  forgottenPasswordSchema,
  newPasskeySchema,
  profileSchema,
  resetPasswordSchema,
  setPasswordSchema,
  signInMethodsSchema,
  signInSchema,
  signUpSchema,
} from '../../model/accounts/account.ts'
import { nextPath } from '../../model/accounts/next-path.ts'
import { Invalid } from '../../model/errors.ts'
import { type PageLook, pageLookSchema } from '../../model/themes/theme.ts'
import {
  callerOf,
  type Endpoint,
  endpoint,
  noteSecurity,
  nothingOld as nothing,
  personOf,
} from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import { endedInWords } from './ended-access.ts'
import type { LibraryAnswer } from './library-call.ts'
import { libraryEndpoints, type SignInParts } from './library-endpoints.ts'
import type { createPasswordResets } from './password-resets.ts'
import { refuseWeakPassword, withConstantTime } from './passwords.ts'
import { sessionCookieIn } from './sessions.ts'

const refusedSignInMinimumMs = 250

const socialBody = z.strictObject({
  provider: z.literal('google'),
  callbackURL: z.string().max(500).optional(),
  invite: signUpSchema.shape.invite,
})
const optionsAnswer = z.object({
  google: z.boolean().describe('Whether Sign in with Google is set up.'),
  registration: z.boolean().describe('Whether anyone may register.'),
  claim: z.boolean().describe('Whether the owner’s role is still to be claimed.'),
  resetByEmail: z.boolean().describe('Whether a link for a new password can be sent by email.'),
  look: pageLookSchema.nullable().describe('Colours and display type of the published page.'),
})
const signUpAnswer = z.object({
  user: accountSchema.pick({ name: true, surname: true, username: true, email: true }),
})
const sessionAnswer = z.object({ user: accountSchema, session: z.object({ id: z.string() }) }).nullable()
// The sign-in library's own, with fields that may become others.
const signInAnswer = z.looseObject({
  twoFactorRedirect: z.literal(true).optional().describe('A code of the second factor is to follow.'),
})

/** The library's reason for a refusal, which it puts into the URL that it redirects to. */
const refusedByGoogle = (location: string): string | undefined => {
  const reason = URL.parse(location, 'http://here')?.searchParams.get('error')
  return reason && /^\w{1,60}$/.test(reason) ? reason : reason ? 'unknown' : undefined
}

const needsSecondStep = ({ body }: LibraryAnswer) =>
  (body as { twoFactorRedirect?: true } | null)?.twoFactorRedirect === true

/** Signing up, in and out. Only the calls of the sign-in library that are named here can be reached. */
export const authApi = (parts: SignInParts, mail: Mail, look: () => PageLook | null) => {
  const { accounts, config } = parts
  const { caller, takeCookies, received, forward } = libraryEndpoints(parts)

  return {
    options: endpoint(
      { summary: 'Answers the options of the login and registration screens', answer: optionsAnswer },
      async () => ({ ...(await accounts.signInOptions()), resetByEmail: mail.canWriteToOthers(), look: look() }),
    ),
    signUp: endpoint(
      {
        summary: 'Registers; the same answer for a known email address',
        body: signUpSchema,
        answer: signUpAnswer,
        others: ['Gone'],
        event: 'Registration',
      },
      async ({ context, body: form }) => {
        const how = form.claim === undefined ? {} : { how: 'link for the owner' }
        const noteCreated = (account: string) => noteSecurity(context, { account, ...how })
        return { user: await accounts.signUp(caller(context), form, noteCreated) }
      },
    ),
    signIn: endpoint(
      {
        summary: 'Signs in with an email address or a username',
        body: signInSchema,
        answer: signInAnswer,
        others: ['Unauthenticated'],
        event: 'Sign-in',
      },
      async ({ context, body }) => {
        const from = caller(context)
        const signIn = async () => {
          // For what nobody has, too, so that the work is the same. The log never has what was typed.
          const found = await accounts.users.signingIn(body.email)
          noteSecurity(context, { how: 'password', account: found?.id })
          const device = found && (await accounts.devices.known(from.cookie, found.id))
          const source = { email: body.email, ip: from.ip, account: found?.id, device }
          return accounts.passwordAttempts.run(source, (isLocked) => {
            const email = isLocked || !found ? `${randomUUID()}@nobody.invalid` : found.email
            // Without the old cookie: a new session owes nothing to the one before.
            const anew = { ...from, cookie: '' }
            return accounts.call(anew, { method: 'POST', path: '/sign-in/email', body: { ...body, email } })
          })
        }
        // Whether the account is locked takes time to see, too.
        const answer = await withConstantTime(refusedSignInMinimumMs, signIn, 'failures')
        if (needsSecondStep(answer)) noteSecurity(context, { outcome: 'second step' })
        return received(context, answer)
      },
    ),
    signInSocial: endpoint(
      {
        summary: 'Begins signing in with Google: answers the URL to go to',
        body: socialBody,
        answer: z.looseObject({ url: z.url() }),
        others: ['NotFound', 'Gone'],
      },
      async ({ context, body: { provider, callbackURL, invite } }) => {
        const from = caller(context)
        accounts.begin(from.ip)
        // Said before Google is asked; there and then it is used up.
        if (invite !== undefined)
          await accounts.passwordAttempts.claim(from.ip, () => accounts.invitations.check(invite))
        const body = {
          ...{ provider, callbackURL: nextPath(callbackURL), errorCallbackURL: '/login' },
          ...(invite === undefined ? {} : { additionalData: { invite } }),
        }
        return received(context, await accounts.callGoogle(from, { method: 'POST', path: '/sign-in/social', body }))
      },
    ),
    callback: {
      event: 'Sign-in',
      operation: { summary: 'Receives the browser that Google sends back', status: 302, others: ['NotFound'] },
      handle: async (context) => {
        const { search } = new URL(context.req.url)
        noteSecurity(context, { how: 'Google' })
        const path = `/callback/google${search}`
        const answer = await accounts.callGoogle(caller(context), { method: 'GET', path })
        await takeCookies(context, answer.cookies)
        const next = answer.location ?? '/login'
        const reason = refusedByGoogle(next)
        if (needsSecondStep(answer)) noteSecurity(context, { outcome: 'second step' })
        else if (reason) noteSecurity(context, { outcome: 'refused', reason })
        else if (context.get('security')?.account === undefined) {
          // No new session: a signed-in user has linked a Google account.
          const account = (await accounts.signedIn(caller(context)))?.account.id
          noteSecurity(context, { event: 'Google linked', account })
        }
        return context.redirect(
          needsSecondStep(answer) ? `/login?step=code&next=${encodeURIComponent(next)}` : next,
          302,
        )
      },
    },
    getSession: endpoint(
      { summary: 'Answers the signed-in account, or null', answer: sessionAnswer },
      async ({ context }) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) context.header('Set-Cookie', cookie, { append: true })
        return signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null
      },
    ),
    signOut: endpoint({ summary: 'Signs out and ends the session', event: 'Sign-out' }, async ({ context }) => {
      const from = caller(context)
      if (sessionCookieIn(from.cookie, config.publicUrl) === undefined) return { success: true }
      noteSecurity(context, { account: (await accounts.signedIn(from))?.account.id })
      return received(context, await accounts.call(from, { method: 'POST', path: '/sign-out' }))
    }),
    updateUser: forward({
      summary: 'Changes one’s own names',
      path: '/update-user',
      body: profileSchema.partial(),
    }),
    changePassword: endpoint(
      {
        summary: 'Changes one’s own password; every other device is signed out',
        body: changePasswordSchema,
        event: 'Password change',
      },
      async ({ context, body: { currentPassword, newPassword } }) => {
        const { account, sessionId } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        const body = { currentPassword, newPassword, revokeOtherSessions: true }
        const change = () => accounts.call(caller(context), { method: 'POST', path: '/change-password', body })
        const answer = await accounts.passwordAttempts.inSession(sessionId, change).catch((error: unknown) => {
          const problem = error instanceof Invalid && error.fields.password
          throw problem ? new Invalid({ currentPassword: problem }) : error
        })
        return received(context, answer)
      },
    ),
  } satisfies Record<string, Endpoint>
}

const body = z.strictObject({ password: z.string().max(128).optional() })

export const ownAccountApi = (parts: SignInParts) => {
  const { accounts } = parts
  const { caller, received } = libraryEndpoints(parts)
  return {
    remove: endpoint(
      {
        summary: 'Deletes one’s own account; the owner’s cannot be deleted',
        body,
        answer: nothing,
        event: 'Own account deleted',
      },
      async ({ context, body: { password } }) => {
        const { account, sessionId } = personOf(context)
        await accounts.confirmPassword(account, password, sessionId)
        await accounts.users.remove(account.id)
        // Its sessions went with it; this takes the cookie away.
        const answer = await accounts
          .call(caller(context), { method: 'POST', path: '/sign-out' })
          .catch(() => undefined)
        if (answer) await received(context, answer)
      },
    ),
  } satisfies Record<string, Endpoint>
}

const code = z.strictObject({ code: z.string().trim().min(1, 'Enter the code.').max(20) })
const password = z.strictObject({ password: z.string().max(128).optional() })
const recoveryCodes = z.looseObject({ backupCodes: z.array(z.string()) })
const totpAnswer = recoveryCodes.extend({ totpURI: z.string().describe('For the QR code.') })
const { name: passkeyName } = newPasskeySchema.shape
const passkeyId = z.strictObject({ id: z.string().max(64) })
const credential = z.record(z.string(), z.unknown())

export const secondFactorsApi = (parts: SignInParts) => {
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
    signInOptions: endpoint({ summary: 'Begins signing in with a passkey' }, async ({ context }) => {
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

const urlAnswer = z.object({ url: z.url() })
const screenOf = ({ role }: Account) => (role === 'owner' ? '/admin/user' : '/account')

export const signInMethodsApi = (parts: SignInParts) => {
  const { accounts } = parts
  const { caller, received } = libraryEndpoints(parts)
  return {
    list: endpoint({ summary: 'Lists one’s own sign-in methods', answer: signInMethodsSchema }, ({ context }) =>
      accounts.methods.of(personOf(context).userId),
    ),
    setPassword: endpoint(
      {
        summary: 'Sets the first password of an account that came by Google',
        body: setPasswordSchema,
        answer: nothing,
        event: 'Password set',
      },
      async ({ context, body: { newPassword } }) => {
        const { account } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        await accounts.methods.setPassword(account.id, newPassword)
      },
    ),
    linkGoogle: endpoint(
      { summary: 'Begins linking Google: answers the URL to go to', answer: urlAnswer, event: 'Linking Google begun' },
      async ({ context }) => {
        const screen = screenOf(personOf(context).account)
        const body = { provider: 'google', callbackURL: screen, errorCallbackURL: screen, disableRedirect: true }
        const answer = await accounts.callGoogle(caller(context), { method: 'POST', path: '/link-social', body })
        return urlAnswer.parse(await received(context, answer))
      },
    ),
    unlinkGoogle: endpoint(
      { summary: 'Unlinks Google, unless it is the only sign-in method', answer: nothing, event: 'Google unlinked' },
      ({ context }) => accounts.methods.unlinkGoogle(personOf(context).userId),
    ),
  } satisfies Record<string, Endpoint>
}

const completedAnswer = z.object({ ended: z.string().describe('The ways into the account that were ended, in words.') })

export const passwordResetsApi = (
  { accounts, config, newDevices }: SignInParts,
  resets: ReturnType<typeof createPasswordResets>,
) =>
  ({
    deny: endpoint(
      {
        summary: 'Ends the session of a new device with the link of the email about it; the answer sets a new password',
        others: ['Gone'],
        body: denySignInSchema,
        answer: z.object({ token: z.string().describe('Of `POST /api/password-resets/completions`, for an hour.') }),
        event: 'New device denied',
      },
      async ({ context, body: { token } }) => {
        const { ip } = callerOf(context, config.trustProxy)
        const { account, reset } = await accounts.passwordAttempts.claim(ip, () => newDevices.deny(token))
        noteSecurity(context, { account, how: 'link by email' })
        return { token: reset }
      },
    ),
    request: endpoint(
      {
        summary: 'Sends a link for a new password; the same answer for an unknown email address',
        body: forgottenPasswordSchema,
        answer: nothing,
        event: 'Link for a new password asked for',
      },
      async ({ context, body: { email } }) => {
        noteSecurity(context, { account: await accounts.users.idOf(email) })
        await resets.request(email, callerOf(context, config.trustProxy).ip)
      },
    ),
    complete: endpoint(
      {
        summary: 'Sets a new password with the link, which works once, and ends every other way into the account',
        others: ['Gone'],
        body: resetPasswordSchema,
        answer: completedAnswer,
        event: 'Password reset',
      },
      async ({ context, body: { token, newPassword } }) => {
        const { ip } = callerOf(context, config.trustProxy)
        const { account, ended } = await accounts.passwordAttempts.claim(ip, () => resets.complete(token, newPassword))
        noteSecurity(context, { account, how: 'link by email', ended: endedInWords(ended) })
        return { ended: endedInWords(ended) }
      },
    ),
  }) satisfies Record<string, Endpoint>
