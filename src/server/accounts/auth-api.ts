import { type Account, signInFailed } from '../../model/accounts/account.ts'
import { authCalls, userCalls } from '../../model/accounts/account-calls.ts'
import { nextPath } from '../../model/accounts/app-path.ts'
import { Invalid, NotFound, VitrineError } from '../../model/errors.ts'
import type { PageLook } from '../../model/themes/theme.ts'
import { type AppContext, type Caller, callerOf, endpoints, noteSecurity, personOf } from '../endpoint/endpoint.ts'
import { invitationEmail } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import type { Config } from '../process/config.ts'
import type { Accounts } from './accounts.ts'
import { endedInWords, type Proof, type SignedIn } from './ended-access.ts'
import type { NewDevices } from './new-devices.ts'
import type { createPasswordResets } from './password-resets.ts'
import { refuseWeakPassword, withConstantTime } from './passwords.ts'
import { type FoundSession, sessionCookieIn } from './sessions.ts'

const refusedSignInMinimumMs = 250

/** What endpoints of accounts are made of. */
export interface AccountParts {
  accounts: Accounts
  config: Config
}

/** What else those are made of that sign somebody in. */
interface SignInParts extends AccountParts {
  newDevices: NewDevices
}

/** The session of this call, which may end before the call does. */
const sessionOf = (context: AppContext, { sessions }: Accounts): SignedIn => {
  const { userId, sessionId } = personOf(context)
  return { userId, proof: sessions.proof(sessionId) }
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

const screenOf = ({ role }: Account) => (role === 'owner' ? '/admin/user' : '/account')

/** Signing up, in and out, and one's own ways in. */
export const authApi = (
  parts: SignInParts,
  mail: Mail,
  look: () => PageLook | null,
  resets: ReturnType<typeof createPasswordResets>,
) => {
  const { accounts, config, newDevices } = parts
  const { passkeys, secondFactor } = accounts
  const { caller, letIn, letInOrAsk } = entrance(parts)

  /** Another session in place of this one. */
  const renew = (context: AppContext, { account, sessionId, remembered }: Omit<FoundSession, 'cookies'>) =>
    letIn(context, { userId: account.id, proof: accounts.sessions.proof(sessionId), remember: remembered })

  /** A code of somebody who signs in, or of who is signed in and sets an app up. */
  const verify = async (context: AppContext, kind: 'app' | 'recovery', code: string): Promise<void> => {
    const from = caller(context)
    const session = await accounts.signedIn(from)
    noteSecurity(context, { how: kind === 'app' ? 'code' : 'recovery code' })
    if (session === undefined) {
      const check = (userId: string) => {
        noteSecurity(context, { account: userId })
        return secondFactor.check(kind, code, { userId }, from.cookie)
      }
      const { cookie, ...arrival } = await secondFactor.finish(from.cookie, check)
      await letIn(context, arrival)
      return addCookie(context, cookie)
    }
    const { account, sessionId } = session
    noteSecurity(context, { event: 'Second factor on', account: account.id })
    const { app } = await secondFactor.check(kind, code, { userId: account.id, sessionId }, from.cookie)
    if (kind !== 'app' || account.twoFactor) return
    await secondFactor.turnOn(account.id, app)
    await renew(context, session)
  }

  const confirmed = async (context: AppContext, given: string | undefined): Promise<Account> => {
    const { account, sessionId } = personOf(context)
    await accounts.confirmPassword(account, given, sessionId)
    return account
  }

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
        return (await letInOrAsk(context, arrival)) ? { twoFactorRedirect: true as const } : {}
      },
    ],
    'POST /api/auth/sign-in/social': [
      'Begins signing in with Google: answers the URL to go to',
      { others: ['NotFound', 'Gone'] },
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
    ],
    'GET /api/auth/callback/google': [
      'Receives the browser that Google sends back',
      { status: 302, others: ['NotFound'], event: 'Sign-in' },
      async ({ context }) => {
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
    ],
    'GET /api/auth/get-session': [
      'Answers the signed-in account, or null',
      async ({ context }) => {
        const signedIn = await accounts.signedIn(caller(context))
        for (const cookie of signedIn?.cookies ?? []) addCookie(context, cookie)
        return signedIn ? { user: signedIn.account, session: { id: signedIn.sessionId } } : null
      },
    ],
    'POST /api/auth/sign-out': [
      'Signs out and ends the session',
      { event: 'Sign-out' },
      async ({ context }) => {
        const from = caller(context)
        if (sessionCookieIn(from.cookie, config.publicUrl) !== undefined) {
          noteSecurity(context, { account: (await accounts.signedIn(from))?.account.id })
          await accounts.endCurrent(from)
          addCookie(context, accounts.sessions.forget())
        }
        return { success: true }
      },
    ],
    'POST /api/auth/update-user': [
      'Changes one’s own names',
      ({ context, body }) => accounts.users.rename(personOf(context).userId, body),
    ],
    'POST /api/auth/change-password': [
      'Changes one’s own password; every other device is signed out',
      { event: 'Password change' },
      async ({ context, body: { currentPassword, newPassword } }) => {
        const { account, sessionId, remembered: remember } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        const stands = await accounts.passwordAttempts.inSession(sessionId, async () => {
          const known = await accounts.checkPassword(account.id, currentPassword)
          if (!known) throw new Invalid({ currentPassword: 'This is not your password.' })
          return known
        })
        const { userId, proof: isOpen } = sessionOf(context, accounts)
        // A password that was set meanwhile is not overwritten.
        const both: Proof = async (trx) => (await isOpen(trx)) && (await stands(trx))
        const proof = await accounts.setPassword({ userId, proof: both }, newPassword)
        await letIn(context, { userId, proof, remember })
      },
    ],
    'DELETE /api/account': [
      'Deletes one’s own account; the owner’s cannot be deleted',
      { event: 'Own account deleted' },
      async ({ context, body: { password } }) => {
        const { account, sessionId } = personOf(context)
        await accounts.confirmPassword(account, password, sessionId)
        await accounts.users.remove(account.id)
        // Its sessions went with it.
        addCookie(context, accounts.sessions.forget())
      },
    ],
    'POST /api/auth/two-factor/verify-totp': [
      'Checks a code of the authenticator app, which works once',
      { others: ['Unauthenticated'], event: 'Sign-in' },
      ({ context, body }) => verify(context, 'app', body.code),
    ],
    'POST /api/auth/two-factor/verify-backup-code': [
      'Checks a recovery code, which works once',
      { others: ['Unauthenticated'], event: 'Sign-in' },
      ({ context, body }) => verify(context, 'recovery', body.code),
    ],
    'POST /api/auth/two-factor/enable': [
      'Begins setting up an authenticator app',
      { event: 'Second factor begun' },
      async ({ context, body }) => secondFactor.setUp(await confirmed(context, body.password)),
    ],
    'POST /api/auth/two-factor/disable': [
      'Turns the authenticator app off',
      { event: 'Second factor off' },
      async ({ context, body }) => {
        const { id } = await confirmed(context, body.password)
        await secondFactor.turnOff(id)
        await renew(context, personOf(context))
      },
    ],
    'POST /api/auth/two-factor/generate-backup-codes': [
      'Makes new recovery codes; the old ones stop working',
      { event: 'New recovery codes' },
      async ({ context, body }) => secondFactor.renewCodes((await confirmed(context, body.password)).id),
    ],
    'GET /api/auth/passkey/generate-register-options': [
      'Begins adding a passkey',
      async ({ context }) => {
        const { userId, account } = personOf(context)
        accounts.begin(userId)
        const { options, cookie } = await passkeys.newOptions(account)
        addCookie(context, cookie)
        return options
      },
    ],
    'POST /api/auth/passkey/verify-registration': [
      'Adds a passkey; the device must have verified its user',
      { event: 'Passkey added' },
      async ({ context, body: { response, name } }) => {
        const { cookie } = caller(context)
        return { id: await passkeys.add(sessionOf(context, accounts), response as never, name, cookie) }
      },
    ],
    'GET /api/auth/passkey/list-user-passkeys': [
      'Lists one’s own passkeys',
      ({ context }) => passkeys.list(personOf(context).userId),
    ],
    'POST /api/auth/passkey/update-passkey': [
      'Renames a passkey',
      ({ context, body: { id, name } }) => passkeys.rename(personOf(context).userId, id, name),
    ],
    'POST /api/auth/passkey/delete-passkey': [
      'Removes a passkey',
      { event: 'Passkey removed' },
      ({ context, body: { id } }) => passkeys.remove(personOf(context).userId, id),
    ],
    'GET /api/auth/passkey/generate-authenticate-options': [
      'Begins signing in with a passkey',
      async ({ context }) => {
        const from = caller(context)
        accounts.begin(from.ip)
        const { options, cookie } = await passkeys.signInOptions((await accounts.signedIn(from))?.account.id)
        addCookie(context, cookie)
        return options
      },
    ],
    'POST /api/auth/passkey/verify-authentication': [
      'Signs in with a passkey, which replaces the password and the second step',
      { others: ['Unauthenticated'], event: 'Sign-in' },
      async ({ context, body: { response } }) => {
        noteSecurity(context, { how: 'passkey' })
        await letIn(context, await passkeys.signIn(response as never, caller(context).cookie))
      },
    ],
    'GET /api/sign-in-methods': [
      'Lists one’s own sign-in methods',
      ({ context }) => accounts.methods.of(personOf(context).userId),
    ],
    'PUT /api/sign-in-methods/password': [
      'Sets the first password of an account that came by Google',
      { event: 'Password set' },
      async ({ context, body: { newPassword } }) => {
        await refuseWeakPassword('newPassword', newPassword, personOf(context).account)
        await accounts.methods.setPassword(sessionOf(context, accounts), newPassword)
      },
    ],
    'POST /api/sign-in-methods/google': [
      'Begins linking Google: answers the URL to go to',
      { event: 'Linking Google begun' },
      async ({ context }) => {
        const { account, userId } = personOf(context)
        const screen = screenOf(account)
        const { url, cookie } = await accounts.google.begin({ next: screen, onError: screen, link: userId })
        addCookie(context, cookie)
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

export const usersApi = ({ accounts, config }: AccountParts, mail: Mail) => {
  const { sessions, tokens, handOverLinks, invitations } = accounts
  const { publicUrl } = config

  return endpoints(userCalls(), {
    'POST /api/owner-claims': [
      'Takes the owner’s role with the token of the claim link or of a hand-over link',
      { status: 201, others: ['Gone'], event: 'Owner’s role claimed' },
      async ({ context, body: { token } }) => {
        const { userId, sessionId, remembered } = personOf(context)
        const from = callerOf(context, config.trustProxy)
        const { handedOver, ended } = await accounts.passwordAttempts.claim(from.ip, () =>
          accounts.claims.take(userId, token, sessionId),
        )
        const event = handedOver ? { event: 'Owner’s role handed over' } : {}
        noteSecurity(context, { ...event, ended: endedInWords(ended) })
        const next = { ...sessionOf(context, accounts), remember: remembered }
        context.header('Set-Cookie', await sessions.begin(next, from), { append: true })
        await sessions.end(userId, sessionId)
        return { role: 'owner' as const }
      },
    ],
    'GET /api/sessions': [
      'Lists the devices one is signed in on',
      async ({ context }) => {
        const { userId, sessionId } = personOf(context)
        return { sessions: await sessions.list(userId, sessionId), next: null }
      },
    ],
    'DELETE /api/sessions/:id': [
      'Signs a device out',
      { event: 'Device signed out' },
      async ({ context, id }) => {
        if (!(await sessions.end(personOf(context).userId, id))) throw new NotFound('session', id)
      },
    ],
    'DELETE /api/sessions': [
      'Signs every other device out',
      { event: 'Other devices signed out' },
      ({ context }) => sessions.endOthers(personOf(context).userId, personOf(context).sessionId),
    ],
    'GET /api/users': ['Lists all accounts', ({ query }) => accounts.users.list(query)],
    'GET /api/hand-over-link': [
      'Answers until when a hand-over link can be used',
      async () => ({ open: await handOverLinks.current() }),
    ],
    'POST /api/hand-over-link': [
      'Makes a link with which someone else becomes the owner; it works once, within 24 hours',
      { status: 201, event: 'Hand-over link made' },
      async ({ context, body: { password } }) => {
        const { account, sessionId } = personOf(context)
        await accounts.confirmPassword(account, password, sessionId)
        const { token, expiresAt } = await handOverLinks.create(sessionOf(context, accounts))
        return { link: `${publicUrl}/register#claim=${token}`, expiresAt }
      },
    ],
    'DELETE /api/hand-over-link': [
      'Revokes the hand-over link',
      { event: 'Hand-over link revoked' },
      () => handOverLinks.revoke(),
    ],
    'DELETE /api/users/:id': [
      'Deletes a member’s account',
      { event: 'Account deleted' },
      ({ id }) => accounts.users.remove(id),
    ],
    'GET /api/tokens': [
      'Lists the tokens for scripts',
      async ({ context }) => ({ tokens: await tokens.list(personOf(context).userId), next: null }),
    ],
    'POST /api/tokens': [
      'Makes a token for scripts',
      { status: 201, event: 'Token made' },
      ({ context, body: input }) => tokens.create(sessionOf(context, accounts), input),
    ],
    'DELETE /api/tokens/:id': [
      'Revokes a token',
      { event: 'Token revoked' },
      ({ context, id }) => tokens.revoke(personOf(context).userId, id),
    ],
    'GET /api/invitations': [
      'Lists the open invitations',
      async () => ({ invitations: await invitations.list(), next: null }),
    ],
    'POST /api/invitations': [
      'Makes a link with which somebody becomes a member, and mails it when email is set up',
      { status: 201, event: 'Invitation made' },
      async ({ body: { email, days } }) => {
        const linkOf = (token: string) => `${publicUrl}/register#invite=${token}`
        const site = await mail.siteName()
        // Without a way to send it, nobody was mailed.
        const to = mail.canWriteToOthers() ? email : undefined
        const { token, ...made } = await invitations.create({ email: to, days }, async (token, until) => {
          if (to === undefined) return async () => {}
          const content = invitationEmail(site, linkOf(token), until, publicUrl)
          const delivery = await mail.sealedLink('invitation', to, content, until)
          return (trx) => mail.outbox.enqueue(trx, delivery)
        })
        mail.outbox.poll()
        return { ...made, link: linkOf(token) }
      },
    ],
    'DELETE /api/invitations/:id': [
      'Revokes an invitation',
      { event: 'Invitation revoked' },
      ({ id }) => invitations.revoke(id),
    ],
  })
}
