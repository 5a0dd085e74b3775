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
import { type Endpoint, readBody } from '../../endpoint/endpoint.ts'
import { personOf } from '../../endpoint/identity.ts'
import type { Services } from '../../services.ts'
import { withConstantTime } from '../constant-time.ts'
import { carriesSession } from '../cookies.ts'
import { passwordProblem } from '../password-rules.ts'
import { libraryEndpoints } from './library-endpoints.ts'

/** Milliseconds that a refused sign-in takes at least. */
const atLeast = 250

const socialBody = z.strictObject({
  provider: z.literal('google'),
  callbackURL: z.string().max(500).optional(),
})
const optionsAnswer = z.object({
  google: z.boolean().describe('Whether Sign in with Google is set up.'),
  registration: z.boolean().describe('Whether anyone may register.'),
  claim: z.boolean().describe('Whether the owner’s role is still to be claimed.'),
})
const signUpAnswer = z.object({
  user: accountSchema.pick({ name: true, surname: true, username: true, email: true }),
})
const sessionAnswer = z.object({ user: accountSchema, session: z.object({ id: z.string() }) }).nullable()
const signInAnswer = z.object({
  twoFactorRedirect: z.literal(true).optional().describe('A code of the second factor is to follow.'),
})

/** The library's word for why it refused, which it puts into the address that it sends people to. */
const refusedByGoogle = (location: string): string | undefined => {
  const word = URL.parse(location, 'http://here')?.searchParams.get('error')
  return word && /^\w{1,60}$/.test(word) ? word : word ? 'unknown' : undefined
}

/** Signing up, in and out. What is not named here of the sign-in library cannot be reached. */
export const authApi = (services: Services) => {
  const { accounts, config } = services
  const { caller, takeCookies, answered, forward } = libraryEndpoints(services)

  return {
    options: {
      operation: { summary: 'Says what the login and registration screens offer', answer: optionsAnswer },
      handle: async (context) => context.json(await accounts.signInOptions()),
    },
    signUp: {
      event: 'Registration',
      operation: {
        summary: 'Registers; the same answer for a known address',
        body: signUpSchema,
        answer: signUpAnswer,
      },
      handle: async (context) => {
        const form = await readBody(context, signUpSchema)
        const made = (account: string) =>
          noteSecurity(context, { account, ...(form.claim === undefined ? {} : { how: 'link for the owner' }) })
        return context.json({ user: await accounts.signUp(caller(context), form, made) })
      },
    },
    signIn: {
      event: 'Sign-in',
      operation: { summary: 'Signs in', body: signInSchema, answer: signInAnswer },
      handle: async (context) => {
        const body = await readBody(context, signInSchema)
        const from = caller(context)
        // Of a known address and an unknown one alike: it takes as long, and what was typed is not told.
        const id = await accounts.users.idOf(body.email)
        noteSecurity(context, { how: 'password', account: id })
        const device = id && (await accounts.devices.known(from.cookie, id))
        const answer = await accounts.passwordAttempts.run({ account: body.email, address: from.ip, device }, () =>
          withConstantTime(
            atLeast,
            // Without the old cookie: a new session owes nothing to the one before.
            () => accounts.call({ ...from, cookie: '' }, { method: 'POST', path: '/sign-in/email', body }),
            'failures',
          ),
        )
        if ((answer.body as { twoFactorRedirect?: true } | null)?.twoFactorRedirect)
          noteSecurity(context, { outcome: 'second step' })
        return answered(context, answer)
      },
    },
    signInSocial: {
      operation: {
        summary: 'Begins signing in with Google: answers the address to go to',
        body: socialBody,
        answer: z.object({ url: z.url() }),
      },
      handle: async (context) => {
        const { provider, callbackURL } = await readBody(context, socialBody)
        const body = { provider, callbackURL: nextPath(callbackURL), errorCallbackURL: '/login' }
        const from = caller(context)
        accounts.begin(from.ip)
        return answered(context, await accounts.callGoogle(from, { method: 'POST', path: '/sign-in/social', body }))
      },
    },
    callback: {
      event: 'Sign-in',
      operation: { summary: 'Where Google sends the browser back to', status: 302 },
      handle: async (context) => {
        const { search } = new URL(context.req.url)
        noteSecurity(context, { how: 'Google' })
        const { location, cookies, body } = await accounts.callGoogle(caller(context), {
          method: 'GET',
          path: `/callback/google${search}`,
        })
        await takeCookies(context, cookies)
        const next = location ?? '/login'
        const secondStep = (body as { twoFactorRedirect?: true } | null)?.twoFactorRedirect
        const reason = refusedByGoogle(next)
        if (secondStep) noteSecurity(context, { outcome: 'second step' })
        else if (reason) noteSecurity(context, { outcome: 'refused', reason })
        else if (context.get('security')?.account === undefined) {
          // No session was given: somebody who was signed in has linked theirs.
          const account = (await accounts.signedIn(caller(context)))?.account.id
          noteSecurity(context, { event: 'Google linked', account })
        }
        return context.redirect(secondStep ? `/login?step=code&next=${encodeURIComponent(next)}` : next, 302)
      },
    },
    getSession: {
      operation: { summary: 'Who is signed in; null for nobody', answer: sessionAnswer },
      handle: async (context) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) context.header('Set-Cookie', cookie, { append: true })
        return context.json(signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null)
      },
    },
    signOut: {
      event: 'Sign-out',
      operation: { summary: 'Signs out; the session is dead at once' },
      handle: async (context) => {
        const from = caller(context)
        if (!carriesSession(from.cookie, config.publicUrl)) return context.json({ success: true })
        noteSecurity(context, { account: (await accounts.signedIn(from))?.account.id })
        return answered(context, await accounts.call(from, { method: 'POST', path: '/sign-out' }))
      },
    },
    updateUser: forward({
      summary: 'Changes one’s own names',
      path: '/update-user',
      body: profileSchema.partial(),
    }),
    changePassword: {
      event: 'Password change',
      operation: {
        summary: 'Changes one’s own password; every other device is signed out',
        body: changePasswordSchema,
      },
      handle: async (context) => {
        const { currentPassword, newPassword } = await readBody(context, changePasswordSchema)
        const { account, sessionId } = personOf(context)
        const problem = await passwordProblem(newPassword, account)
        if (problem) throw new Invalid({ newPassword: problem })
        const from = caller(context)
        const body = { currentPassword, newPassword, revokeOtherSessions: true }
        const answer = await accounts.passwordAttempts
          .inSession(sessionId, () => accounts.call(from, { method: 'POST', path: '/change-password', body }))
          .catch((error: unknown) => {
            if (error instanceof Invalid && error.fields.password)
              throw new Invalid({ currentPassword: error.fields.password })
            throw error
          })
        return answered(context, answer)
      },
    },
  } satisfies Record<string, Endpoint>
}
