import { randomUUID } from 'node:crypto'
import type { Account } from '../../model/accounts/account.ts'
import { authCalls } from '../../model/accounts/account-calls.ts'
import { nextPath } from '../../model/accounts/next-path.ts'
import { Invalid } from '../../model/errors.ts'
import type { PageLook } from '../../model/themes/theme.ts'
import { endpoints, noteSecurity, personOf } from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import { endedInWords } from './ended-access.ts'
import type { LibraryAnswer } from './library-call.ts'
import { libraryEndpoints, type SignInParts } from './library-endpoints.ts'
import type { createPasswordResets } from './password-resets.ts'
import { refuseWeakPassword, withConstantTime } from './passwords.ts'
import { sessionCookieIn } from './sessions.ts'

const refusedSignInMinimumMs = 250

/** The library's reason for a refusal, which it puts into the URL that it redirects to. */
const refusedByGoogle = (location: string): string | undefined => {
  const reason = URL.parse(location, 'http://here')?.searchParams.get('error')
  return reason && /^\w{1,60}$/.test(reason) ? reason : reason ? 'unknown' : undefined
}

const needsSecondStep = ({ body }: LibraryAnswer) =>
  (body as { twoFactorRedirect?: true } | null)?.twoFactorRedirect === true

const screenOf = ({ role }: Account) => (role === 'owner' ? '/admin/user' : '/account')

/** Signing up, in and out. Only the calls of the sign-in library that are named here can be reached. */
export const authApi = (
  parts: SignInParts,
  mail: Mail,
  look: () => PageLook | null,
  resets: ReturnType<typeof createPasswordResets>,
) => {
  const { accounts, config, newDevices } = parts
  const { caller, takeCookies, received, forward } = libraryEndpoints(parts)

  return endpoints(authCalls(), {
    'GET /api/auth/sign-in-options': [
      'Answers the options of the login and registration screens',
      async () => ({ ...(await accounts.signInOptions()), resetByEmail: mail.canWriteToOthers(), look: look() }),
    ],
    'POST /api/auth/sign-up/email': [
      'Registers; the same answer for a known email address',
      { others: ['Gone'], event: 'Registration' },
      async ({ context, body: form }) => {
        const how = form.claim === undefined ? {} : { how: 'link for the owner' }
        const noteCreated = (account: string) => noteSecurity(context, { account, ...how })
        return { user: await accounts.signUp(caller(context), form, noteCreated) }
      },
    ],
    'POST /api/auth/sign-in/email': [
      'Signs in with an email address or a username',
      { others: ['Unauthenticated'], event: 'Sign-in' },
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
    ],
    'POST /api/auth/sign-in/social': [
      'Begins signing in with Google: answers the URL to go to',
      { others: ['NotFound', 'Gone'] },
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
    ],
    'GET /api/auth/callback/google': [
      'Receives the browser that Google sends back',
      { status: 302, others: ['NotFound'], event: 'Sign-in' },
      async ({ context }) => {
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
    ],
    'GET /api/auth/get-session': [
      'Answers the signed-in account, or null',
      async ({ context }) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) context.header('Set-Cookie', cookie, { append: true })
        return signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null
      },
    ],
    'POST /api/auth/sign-out': [
      'Signs out and ends the session',
      { event: 'Sign-out' },
      async ({ context }) => {
        const from = caller(context)
        if (sessionCookieIn(from.cookie, config.publicUrl) === undefined) return { success: true }
        noteSecurity(context, { account: (await accounts.signedIn(from))?.account.id })
        return received(context, await accounts.call(from, { method: 'POST', path: '/sign-out' }))
      },
    ],
    'POST /api/auth/update-user': forward('Changes one’s own names'),
    'POST /api/auth/change-password': [
      'Changes one’s own password; every other device is signed out',
      { event: 'Password change' },
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
    ],
    'DELETE /api/account': [
      'Deletes one’s own account; the owner’s cannot be deleted',
      { event: 'Own account deleted' },
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
    ],
    'POST /api/auth/two-factor/verify-totp': forward('Checks a code of the authenticator app, which works once', {
      ...{ others: ['Unauthenticated'], event: 'Sign-in', signsInBy: 'code' },
    }),
    'POST /api/auth/two-factor/verify-backup-code': forward('Checks a recovery code, which works once', {
      ...{ others: ['Unauthenticated'], event: 'Sign-in', signsInBy: 'recovery code' },
    }),
    'POST /api/auth/two-factor/enable': forward('Begins setting up an authenticator app', {
      ...{ event: 'Second factor begun', takesPassword: true },
    }),
    'POST /api/auth/two-factor/disable': forward('Turns the authenticator app off', {
      ...{ event: 'Second factor off', takesPassword: true },
    }),
    'POST /api/auth/two-factor/generate-backup-codes': forward('Makes new recovery codes; the old ones stop working', {
      ...{ event: 'New recovery codes', takesPassword: true },
    }),
    'GET /api/auth/passkey/generate-register-options': forward('Begins adding a passkey', { begins: true }),
    'POST /api/auth/passkey/verify-registration': forward('Adds a passkey; the device must have verified its user', {
      event: 'Passkey added',
    }),
    'GET /api/auth/passkey/list-user-passkeys': forward('Lists one’s own passkeys'),
    'POST /api/auth/passkey/update-passkey': forward('Renames a passkey'),
    'POST /api/auth/passkey/delete-passkey': forward('Removes a passkey', { event: 'Passkey removed' }),
    'GET /api/auth/passkey/generate-authenticate-options': [
      'Begins signing in with a passkey',
      async ({ context }) => {
        const from = caller(context)
        accounts.begin(from.ip)
        const path = '/passkey/generate-authenticate-options'
        return received(context, await accounts.call(from, { method: 'GET', path }))
      },
    ],
    'POST /api/auth/passkey/verify-authentication': forward(
      'Signs in with a passkey, which replaces the password and the second step',
      { others: ['Unauthenticated'], event: 'Sign-in', signsInBy: 'passkey' },
    ),
    'GET /api/sign-in-methods': [
      'Lists one’s own sign-in methods',
      ({ context }) => accounts.methods.of(personOf(context).userId),
    ],
    'PUT /api/sign-in-methods/password': [
      'Sets the first password of an account that came by Google',
      { event: 'Password set' },
      async ({ context, body: { newPassword } }) => {
        const { account } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        await accounts.methods.setPassword(account.id, newPassword)
      },
    ],
    'POST /api/sign-in-methods/google': [
      'Begins linking Google: answers the URL to go to',
      { event: 'Linking Google begun' },
      async ({ context }) => {
        const screen = screenOf(personOf(context).account)
        const body = { provider: 'google', callbackURL: screen, errorCallbackURL: screen, disableRedirect: true }
        const answer = await accounts.callGoogle(caller(context), { method: 'POST', path: '/link-social', body })
        const { url }: { url: string } = await received(context, answer)
        return { url }
      },
    ],
    'DELETE /api/sign-in-methods/google': [
      'Unlinks Google, unless it is the only sign-in method',
      { event: 'Google unlinked' },
      ({ context }) => accounts.methods.unlinkGoogle(personOf(context).userId),
    ],
    'POST /api/sessions/denials': [
      'Ends the session of a new device with the link of the email about it; the answer sets a new password',
      { others: ['Gone'], event: 'New device denied' },
      async ({ context, body: { token } }) => {
        const { account, reset } = await accounts.passwordAttempts.claim(caller(context).ip, () =>
          newDevices.deny(token),
        )
        noteSecurity(context, { account, how: 'link by email' })
        return { token: reset }
      },
    ],
    'POST /api/password-resets': [
      'Sends a link for a new password; the same answer for an unknown email address',
      { event: 'Link for a new password asked for' },
      async ({ context, body: { email } }) => {
        noteSecurity(context, { account: await accounts.users.idOf(email) })
        await resets.request(email, caller(context).ip)
      },
    ],
    'POST /api/password-resets/completions': [
      'Sets a new password with the link, which works once, and ends every other way into the account',
      { others: ['Gone'], event: 'Password reset' },
      async ({ context, body: { token, newPassword } }) => {
        const { account, ended } = await accounts.passwordAttempts.claim(caller(context).ip, () =>
          resets.complete(token, newPassword),
        )
        noteSecurity(context, { account, how: 'link by email', ended: endedInWords(ended) })
        return { ended: endedInWords(ended) }
      },
    ],
  })
}
