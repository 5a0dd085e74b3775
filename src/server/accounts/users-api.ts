import { z } from 'zod'
import {
  accountSchema,
  apiTokenSchema,
  newApiTokenSchema,
  newTokenSchema,
  sessionSchema,
} from '../../model/accounts/account.ts'
import { createdInvitationSchema, invitationSchema, newInvitationSchema } from '../../model/accounts/invitation.ts'
import {
  callerOf,
  type Endpoint,
  endpoint,
  listAnswer,
  noteSecurity,
  nothingOld as nothing,
  pagingQuery,
  personOf,
} from '../endpoint/endpoint.ts'
import { invitationEmail } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import { endedInWords } from './ended-access.ts'
import type { AccountParts } from './library-endpoints.ts'

const claimBody = z.strictObject({ token: z.string('The claim token is missing.').min(1).max(200) })
const handOverBody = z.strictObject({ password: z.string().max(128).optional() })
const expiry = { expiresAt: z.iso.datetime() }
const handOverLink = z.object({ link: z.url().describe('Shown this once.'), ...expiry })
const handOverStatus = z.object({ open: z.object(expiry).nullable() })
const listQuery = z.strictObject(pagingQuery)

export const usersApi = ({ accounts, config }: AccountParts) => {
  const { sessions, tokens, handOverLinks } = accounts

  return {
    claim: endpoint(
      {
        summary: 'Takes the owner’s role with the token of the claim link or of a hand-over link',
        body: claimBody,
        status: 201,
        answer: z.object({ role: z.literal('owner') }),
        others: ['Gone'],
        event: 'Owner’s role claimed',
      },
      async ({ context, body: { token } }) => {
        const { userId, sessionId } = personOf(context)
        const from = callerOf(context, config.trustProxy)
        const { handedOver, ended } = await accounts.passwordAttempts.claim(from.ip, () =>
          accounts.claims.take(userId, token, sessionId),
        )
        const event = handedOver ? { event: 'Owner’s role handed over' } : {}
        noteSecurity(context, { ...event, ended: endedInWords(ended) })
        for (const cookie of await accounts.renew(from)) context.header('Set-Cookie', cookie, { append: true })
        return { role: 'owner' }
      },
    ),
    sessions: endpoint(
      { summary: 'Lists the devices one is signed in on', answer: listAnswer('sessions', sessionSchema) },
      async ({ context }) => {
        const { userId, sessionId } = personOf(context)
        return { sessions: await sessions.list(userId, sessionId), next: null }
      },
    ),
    endSession: endpoint(
      { summary: 'Signs a device out', answer: nothing, event: 'Device signed out' },
      ({ context, id }) => sessions.end(personOf(context).userId, id),
    ),
    endOtherSessions: endpoint(
      { summary: 'Signs every other device out', answer: nothing, event: 'Other devices signed out' },
      ({ context }) => sessions.endOthers(personOf(context).userId, personOf(context).sessionId),
    ),
    list: endpoint(
      { summary: 'Lists all accounts', query: listQuery, answer: listAnswer('users', accountSchema) },
      ({ query }) => accounts.users.list(query),
    ),
    handOverStatus: endpoint(
      { summary: 'Answers until when a hand-over link can be used', answer: handOverStatus },
      async () => ({ open: await handOverLinks.current() }),
    ),
    createHandOverLink: endpoint(
      {
        summary: 'Makes a link with which someone else becomes the owner; it works once, within 24 hours',
        body: handOverBody,
        status: 201,
        answer: handOverLink,
        event: 'Hand-over link made',
      },
      async ({ context, body: { password } }) => {
        const { account, sessionId } = personOf(context)
        await accounts.confirmPassword(account, password, sessionId)
        const { token, expiresAt } = await handOverLinks.create(account.id)
        return { link: `${config.publicUrl}/register#claim=${token}`, expiresAt }
      },
    ),
    revokeHandOverLink: endpoint(
      { summary: 'Revokes the hand-over link', answer: nothing, event: 'Hand-over link revoked' },
      () => handOverLinks.revoke(),
    ),
    remove: endpoint({ summary: 'Deletes a member’s account', answer: nothing, event: 'Account deleted' }, ({ id }) =>
      accounts.users.remove(id),
    ),
    tokens: endpoint(
      { summary: 'Lists the tokens for scripts', answer: listAnswer('tokens', apiTokenSchema) },
      async ({ context }) => ({ tokens: await tokens.list(personOf(context).userId), next: null }),
    ),
    createToken: endpoint(
      {
        summary: 'Makes a token for scripts',
        body: newTokenSchema,
        status: 201,
        answer: newApiTokenSchema,
        event: 'Token made',
      },
      ({ context, body: input }) => tokens.create(personOf(context).userId, input),
    ),
    revokeToken: endpoint({ summary: 'Revokes a token', answer: nothing, event: 'Token revoked' }, ({ context, id }) =>
      tokens.revoke(personOf(context).userId, id),
    ),
  } satisfies Record<string, Endpoint>
}

export const invitationsApi = ({ accounts: { invitations }, config: { publicUrl } }: AccountParts, mail: Mail) =>
  ({
    list: endpoint(
      { summary: 'Lists the open invitations', answer: listAnswer('invitations', invitationSchema) },
      async () => ({ invitations: await invitations.list(), next: null }),
    ),
    create: endpoint(
      {
        summary: 'Makes a link with which somebody becomes a member, and mails it when email is set up',
        body: newInvitationSchema,
        status: 201,
        answer: createdInvitationSchema,
        event: 'Invitation made',
      },
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
    ),
    revoke: endpoint({ summary: 'Revokes an invitation', answer: nothing, event: 'Invitation revoked' }, ({ id }) =>
      invitations.revoke(id),
    ),
  }) satisfies Record<string, Endpoint>
