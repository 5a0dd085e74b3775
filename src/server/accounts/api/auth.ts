import { z } from 'zod'
import {
  accountSchema,
  changePasswordSchema,
  profileSchema,
  signInSchema,
  signUpSchema,
} from '../../../model/accounts/account.ts'
import { nextPath } from '../../../model/accounts/next-path.ts'
import { Invalid } from '../../../model/errors.ts'
import { noteSecurity } from '../../endpoint/context.ts'
import { type Endpoint, jsonEndpoint } from '../../endpoint/endpoint.ts'
import { personOf } from '../../endpoint/identity.ts'
import type { Mail } from '../../mail/mail.ts'
import { withConstantTime } from '../constant-time.ts'
import { sessionCookieIn } from '../cookies.ts'
import type { LibraryAnswer } from '../library-call.ts'
import { refuseWeakPassword } from '../password-rules.ts'
import { type AccountParts, libraryEndpoints } from './library-endpoints.ts'

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
export const authApi = (parts: AccountParts, mail: Mail) => {
  const { accounts, config } = parts
  const { caller, takeCookies, received, forward } = libraryEndpoints(parts)

  return {
    options: jsonEndpoint(
      { summary: 'Answers the options of the login and registration screens', answer: optionsAnswer },
      async () => ({ ...(await accounts.signInOptions()), resetByEmail: mail.canWriteToOthers() }),
    ),
    signUp: jsonEndpoint(
      {
        summary: 'Registers; the same answer for a known email address',
        body: signUpSchema,
        answer: signUpAnswer,
        others: ['Gone'],
        event: 'Registration',
      },
      async (context, form) => {
        const how = form.claim === undefined ? {} : { how: 'link for the owner' }
        const noteCreated = (account: string) => noteSecurity(context, { account, ...how })
        return { user: await accounts.signUp(caller(context), form, noteCreated) }
      },
    ),
    signIn: jsonEndpoint(
      { summary: 'Signs in', body: signInSchema, answer: signInAnswer, others: ['Unauthenticated'], event: 'Sign-in' },
      async (context, body) => {
        const from = caller(context)
        const { email } = body
        // For unknown email addresses, too, so that the duration is the same. The log never has what was typed.
        const id = await accounts.users.idOf(email)
        noteSecurity(context, { how: 'password', account: id })
        const device = id && (await accounts.devices.known(from.cookie, id))
        const answer = await accounts.passwordAttempts.run({ email, ip: from.ip, device }, () =>
          withConstantTime(
            refusedSignInMinimumMs,
            // Without the old cookie: a new session owes nothing to the one before.
            () => accounts.call({ ...from, cookie: '' }, { method: 'POST', path: '/sign-in/email', body }),
            'failures',
          ),
        )
        if (needsSecondStep(answer)) noteSecurity(context, { outcome: 'second step' })
        return received(context, answer)
      },
    ),
    signInSocial: jsonEndpoint(
      {
        summary: 'Begins signing in with Google: answers the URL to go to',
        body: socialBody,
        answer: z.looseObject({ url: z.url() }),
        others: ['NotFound', 'Gone'],
      },
      async (context, { provider, callbackURL, invite }) => {
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
    getSession: jsonEndpoint(
      { summary: 'Answers the signed-in account, or null', answer: sessionAnswer },
      async (context) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) context.header('Set-Cookie', cookie, { append: true })
        return signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null
      },
    ),
    signOut: jsonEndpoint({ summary: 'Signs out and ends the session', event: 'Sign-out' }, async (context) => {
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
    changePassword: jsonEndpoint(
      {
        summary: 'Changes one’s own password; every other device is signed out',
        body: changePasswordSchema,
        event: 'Password change',
      },
      async (context, { currentPassword, newPassword }) => {
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
