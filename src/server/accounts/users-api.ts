import { userCalls } from '../../model/accounts/account-calls.ts'
import { NotFound } from '../../model/errors.ts'
import { callerOf, endpoints, noteSecurity, personOf } from '../endpoint/endpoint.ts'
import { invitationEmail } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import type { AccountParts } from './auth-api.ts'
import { endedInWords } from './ended-access.ts'

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
        const next = { userId, proof: sessions.proof(sessionId), remember: remembered }
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
        const { token, expiresAt } = await handOverLinks.create(account.id)
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
      ({ context, body: input }) => tokens.create(personOf(context).userId, input),
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
