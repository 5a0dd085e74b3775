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
  signInFailed,
  signInMethodsSchema,
  signInSchema,
  signUpSchema,
} from '../../model/accounts/account.ts'
import { nextPath } from '../../model/accounts/next-path.ts'
import { Invalid, VitrineError } from '../../model/errors.ts'
import { type PageLook, pageLookSchema } from '../../model/themes/theme.ts'
import {
  type AppContext,
  type Caller,
  callerOf,
  type Endpoint,
  endpoint,
  noteSecurity,
  nothing,
  personOf,
} from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import type { Config } from '../process/config.ts'
import type { Accounts } from './accounts.ts'
import { endedInWords, type Proof } from './ended-access.ts'
import type { NewDevices } from './new-devices.ts'
import type { createPasswordResets } from './password-resets.ts'
import { refuseWeakPassword, withConstantTime } from './passwords.ts'
import { type FoundSession, sessionCookieIn } from './sessions.ts'

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
const signInAnswer = z.object({
  twoFactorRedirect: z.literal(true).optional().describe('A code of the second factor is to follow.'),
})

/** What endpoints of accounts are made of. */
export interface AccountParts {
  accounts: Accounts
  config: Config
}

/** What else those are made of that sign somebody in. */
interface SignInParts extends AccountParts {
  newDevices: NewDevices
}

const addCookie = (context: AppContext, line: string) => context.header('Set-Cookie', line, { append: true })

/** Who signs in by what; `remember` is false for a session that ends with its browser. */
interface Arrival {
  userId: string
  proof: Proof
  remember?: boolean | undefined
}

/** Begins sessions: the browser's former one ends, its device is known from then on, and a new device is told of. */
const entrance = ({ accounts, config, newDevices }: SignInParts) => {
  const caller = (context: AppContext): Caller => callerOf(context, config.trustProxy)

  const letIn = async (context: AppContext, { userId, proof, remember = true }: Arrival): Promise<void> => {
    const from = caller(context)
    addCookie(context, await accounts.sessions.begin({ userId, proof, remember }, from))
    await accounts.endCurrent(from)
    noteSecurity(context, { account: userId })
    const account = await accounts.users.find(userId)
    if (account && !(await accounts.devices.known(from.cookie, userId)))
      await newDevices.signedIn({ account, ip: from.ip, userAgent: from.userAgent })
    addCookie(context, await accounts.devices.remember(from.cookie, userId))
  }

  return {
    caller,
    letIn,

    /** Lets somebody in who took the first step, unless a second one follows; returns whether it does. */
    letInOrAsk: async (context: AppContext, arrival: Arrival): Promise<boolean> => {
      const { userId, proof, remember = true } = arrival
      if (!(await accounts.secondFactor.isOn(userId))) {
        await letIn(context, arrival)
        return false
      }
      const from = caller(context)
      if (sessionCookieIn(from.cookie, config.publicUrl)) {
        await accounts.endCurrent(from)
        addCookie(context, accounts.sessions.forget())
      }
      addCookie(context, await accounts.secondFactor.begin({ userId, proof, remember }))
      noteSecurity(context, { outcome: 'second step' })
      return true
    },
  }
}

/** Signing up, in and out. */
export const authApi = (parts: SignInParts, mail: Mail, look: () => PageLook | null) => {
  const { accounts, config } = parts
  const { caller, letIn, letInOrAsk } = entrance(parts)

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
          // The log never has what was typed.
          const found = await accounts.users.signingIn(body.email)
          noteSecurity(context, { how: 'password', account: found?.id })
          const device = found && (await accounts.devices.known(from.cookie, found.id))
          const source = { email: body.email, ip: from.ip, account: found?.id, device }
          return accounts.passwordAttempts.run(source, async (isLocked) => {
            // For what nobody has, too, so that the work is the same.
            const proof = await accounts.checkPassword(isLocked ? undefined : found?.id, body.password)
            if (found && proof) return { userId: found.id, proof, remember: body.rememberMe }
            throw new VitrineError('unauthenticated', signInFailed)
          })
        }
        // Whether the account is locked takes time to see, too.
        const arrival = await withConstantTime(refusedSignInMinimumMs, signIn, 'failures')
        return (await letInOrAsk(context, arrival)) ? { twoFactorRedirect: true } : {}
      },
    ),
    signInSocial: endpoint(
      {
        summary: 'Begins signing in with Google: answers the URL to go to',
        body: socialBody,
        answer: z.looseObject({ url: z.url() }),
        others: ['NotFound', 'Gone'],
      },
      async ({ context, body: { callbackURL, invite } }) => {
        const from = caller(context)
        accounts.begin(from.ip)
        // Said before Google is asked; there and then it is used up.
        if (invite !== undefined)
          await accounts.passwordAttempts.claim(from.ip, () => accounts.invitations.check(invite))
        const path = nextPath(callbackURL)
        // A browser drops a cookie of more than 4 kB; encoding makes a path nine times as long.
        const next = path.length > 1000 ? '/' : path
        const asked = { next, onError: '/login', ...(invite === undefined ? {} : { invite }) }
        const { url, cookie } = await accounts.google.begin(asked)
        addCookie(context, cookie)
        return { url }
      },
    ),
    callback: {
      event: 'Sign-in',
      operation: { summary: 'Receives the browser that Google sends back', status: 302, others: ['NotFound'] },
      handle: async (context) => {
        noteSecurity(context, { how: 'Google' })
        const from = caller(context)
        accounts.comeBack(from.ip)
        const signedIn = async () => {
          const found = await accounts.signedIn(from)
          return found && { userId: found.account.id, proof: accounts.sessions.proof(found.sessionId) }
        }
        const query = new URL(context.req.url).searchParams
        const { cookie, next, ...came } = await accounts.google.finish(from.cookie, query, signedIn)
        addCookie(context, cookie)
        if ('refused' in came) noteSecurity(context, { outcome: 'refused', reason: came.refused })
        else if ('linked' in came) noteSecurity(context, { event: 'Google linked', account: came.linked })
        else if (await letInOrAsk(context, came))
          return context.redirect(`/login?step=code&next=${encodeURIComponent(next)}`, 302)
        return context.redirect(next, 302)
      },
    },
    getSession: endpoint(
      { summary: 'Answers the signed-in account, or null', answer: sessionAnswer },
      async ({ context }) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) addCookie(context, cookie)
        return signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null
      },
    ),
    signOut: endpoint({ summary: 'Signs out and ends the session', event: 'Sign-out' }, async ({ context }) => {
      const from = caller(context)
      if (sessionCookieIn(from.cookie, config.publicUrl) !== undefined) {
        noteSecurity(context, { account: (await accounts.signedIn(from))?.account.id })
        await accounts.endCurrent(from)
        addCookie(context, accounts.sessions.forget())
      }
      return { success: true }
    }),
    updateUser: endpoint({ summary: 'Changes one’s own names', body: profileSchema.partial() }, ({ context, body }) =>
      accounts.users.rename(personOf(context).userId, body),
    ),
    changePassword: endpoint(
      {
        summary: 'Changes one’s own password; every other device is signed out',
        body: changePasswordSchema,
        event: 'Password change',
      },
      async ({ context, body: { currentPassword, newPassword } }) => {
        const { account, sessionId, remembered: remember } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        await accounts.passwordAttempts.inSession(sessionId, async () => {
          if (!(await accounts.checkPassword(account.id, currentPassword)))
            throw new Invalid({ currentPassword: 'This is not your password.' })
        })
        const proof = await accounts.setPassword(account.id, newPassword)
        await letIn(context, { userId: account.id, proof, remember })
      },
    ),
  } satisfies Record<string, Endpoint>
}

const body = z.strictObject({ password: z.string().max(128).optional() })

export const ownAccountApi = ({ accounts }: SignInParts) =>
  ({
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
        // Its sessions went with it.
        addCookie(context, accounts.sessions.forget())
      },
    ),
  }) satisfies Record<string, Endpoint>

const code = z.strictObject({ code: z.string().trim().min(1, 'Enter the code.').max(20) })
const password = z.strictObject({ password: z.string().max(128).optional() })
const recoveryCodes = z.object({ backupCodes: z.array(z.string()) })
const totpAnswer = recoveryCodes.extend({ totpURI: z.string().describe('For the QR code.') })
const { name: passkeyName } = newPasskeySchema.shape
const passkeyId = z.strictObject({ id: z.string().max(64) })
const credential = z.looseObject({ id: z.string().max(1400) })

export const secondFactorsApi = (parts: SignInParts) => {
  const { accounts } = parts
  const { passkeys, secondFactor } = accounts
  const { caller, letIn } = entrance(parts)

  /** Another session in place of this one. */
  const renew = (context: AppContext, { account, sessionId, remembered }: Omit<FoundSession, 'cookies'>) =>
    letIn(context, { userId: account.id, proof: accounts.sessions.proof(sessionId), remember: remembered })

  /** A code of somebody who signs in, or of who is signed in and sets an app up. */
  const verify = async (context: AppContext, kind: 'app' | 'recovery', code: string): Promise<void> => {
    const from = caller(context)
    const session = await accounts.signedIn(from)
    noteSecurity(context, { how: kind === 'app' ? 'code' : 'recovery code' })
    if (session === undefined) {
      noteSecurity(context, { account: (await secondFactor.pending(from.cookie))?.userId })
      const check = (userId: string) => secondFactor.check(kind, code, { userId }, from.cookie)
      const { cookie, ...arrival } = await secondFactor.finish(from.cookie, check)
      addCookie(context, cookie)
      return letIn(context, arrival)
    }
    const { account, sessionId } = session
    noteSecurity(context, { event: 'Second factor on', account: account.id })
    const app = await secondFactor.check(kind, code, { userId: account.id, sessionId }, from.cookie)
    if (kind !== 'app' || account.twoFactor) return
    await secondFactor.turnOn(account.id, app)
    await renew(context, session)
  }

  const confirmed = async (context: AppContext, given: string | undefined): Promise<Account> => {
    const { account, sessionId } = personOf(context)
    await accounts.confirmPassword(account, given, sessionId)
    return account
  }

  return {
    verifyTotp: endpoint(
      {
        summary: 'Checks a code of the authenticator app, which works once',
        body: code,
        event: 'Sign-in',
        others: ['Unauthenticated'],
      },
      ({ context, body }) => verify(context, 'app', body.code),
    ),
    verifyBackupCode: endpoint(
      {
        summary: 'Checks a recovery code, which works once',
        body: code,
        event: 'Sign-in',
        others: ['Unauthenticated'],
      },
      ({ context, body }) => verify(context, 'recovery', body.code),
    ),
    enableTotp: endpoint(
      {
        summary: 'Begins setting up an authenticator app',
        body: password,
        answer: totpAnswer,
        event: 'Second factor begun',
      },
      async ({ context, body }) => secondFactor.setUp(await confirmed(context, body.password)),
    ),
    disableTotp: endpoint(
      { summary: 'Turns the authenticator app off', body: password, event: 'Second factor off' },
      async ({ context, body }) => {
        const { id } = await confirmed(context, body.password)
        await secondFactor.turnOff(id)
        await renew(context, personOf(context))
      },
    ),
    recoveryCodes: endpoint(
      {
        summary: 'Makes new recovery codes; the old ones stop working',
        body: password,
        answer: recoveryCodes,
        event: 'New recovery codes',
      },
      async ({ context, body }) => secondFactor.renewCodes((await confirmed(context, body.password)).id),
    ),
    passkeyOptions: endpoint({ summary: 'Begins adding a passkey' }, async ({ context }) => {
      const { userId, account } = personOf(context)
      accounts.begin(userId)
      const { options, cookie } = await passkeys.newOptions(account)
      addCookie(context, cookie)
      return options
    }),
    addPasskey: endpoint(
      {
        summary: 'Adds a passkey; the device must have verified its user',
        body: z.strictObject({ response: credential, name: passkeyName.optional() }),
        event: 'Passkey added',
      },
      async ({ context, body: { response, name } }) => {
        const { userId, sessionId } = personOf(context)
        const owner = { userId, proof: accounts.sessions.proof(sessionId) }
        return { id: await passkeys.add(owner, response as never, name, caller(context).cookie) }
      },
    ),
    passkeys: endpoint(
      { summary: 'Lists one’s own passkeys', answer: z.array(z.looseObject({ id: z.string() })) },
      ({ context }) => passkeys.list(personOf(context).userId),
    ),
    renamePasskey: endpoint(
      { summary: 'Renames a passkey', body: passkeyId.extend({ name: passkeyName }) },
      ({ context, body: { id, name } }) => passkeys.rename(personOf(context).userId, id, name),
    ),
    removePasskey: endpoint(
      { summary: 'Removes a passkey', body: passkeyId, event: 'Passkey removed' },
      ({ context, body: { id } }) => passkeys.remove(personOf(context).userId, id),
    ),
    signInOptions: endpoint({ summary: 'Begins signing in with a passkey' }, async ({ context }) => {
      const from = caller(context)
      accounts.begin(from.ip)
      const { options, cookie } = await passkeys.signInOptions((await accounts.signedIn(from))?.account.id)
      addCookie(context, cookie)
      return options
    }),
    signIn: endpoint(
      {
        summary: 'Signs in with a passkey, which replaces the password and the second step',
        body: z.strictObject({ response: credential }),
        event: 'Sign-in',
        others: ['Unauthenticated'],
      },
      async ({ context, body: { response } }) => {
        noteSecurity(context, { how: 'passkey' })
        await letIn(context, await passkeys.signIn(response as never, caller(context).cookie))
      },
    ),
  } satisfies Record<string, Endpoint>
}

const urlAnswer = z.object({ url: z.url() })
const screenOf = ({ role }: Account) => (role === 'owner' ? '/admin/user' : '/account')

export const signInMethodsApi = ({ accounts }: AccountParts) =>
  ({
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
        const { userId } = personOf(context)
        const { url, cookie } = await accounts.google.begin({ next: screen, onError: screen, link: userId })
        addCookie(context, cookie)
        return { url }
      },
    ),
    unlinkGoogle: endpoint(
      { summary: 'Unlinks Google, unless it is the only sign-in method', answer: nothing, event: 'Google unlinked' },
      ({ context }) => accounts.methods.unlinkGoogle(personOf(context).userId),
    ),
  }) satisfies Record<string, Endpoint>

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
