import { z } from 'zod'
import {
  accountSchema,
  apiTokenSchema,
  newApiTokenSchema,
  newTokenSchema,
  sessionSchema,
} from '../../../model/accounts/account.ts'
import { type AppContext, noteSecurity } from '../../endpoint/context.ts'
import { type Endpoint, nothing, pagingQuery, readBody, readQuery } from '../../endpoint/endpoint.ts'
import { callerOf, personOf } from '../../endpoint/identity.ts'
import { listAnswer } from '../../endpoint/schemas.ts'
import type { Services } from '../../services.ts'
import { endedInWords } from '../ended-access.ts'

const claimBody = z.strictObject({ token: z.string('The claim token is missing.').min(1).max(200) })
const handOverBody = z.strictObject({ password: z.string().max(128).optional() })
const expiry = { expiresAt: z.iso.datetime() }
const handOverLink = z.object({ link: z.url().describe('Shown this once.'), ...expiry })
const handOverStatus = z.object({ open: z.object(expiry).nullable() })
const listQuery = z.strictObject(pagingQuery)

/** Accounts, their sessions and roles, and tokens for scripts. */
export const usersApi = ({ accounts, config }: Services) => {
  const id = (context: AppContext) => context.req.param('id') ?? ''
  const done = (context: AppContext) => context.json({})

  return {
    claim: {
      event: 'Owner’s role claimed',
      operation: {
        summary: 'Takes the owner’s role with the token of the claim link or of a hand-over link',
        body: claimBody,
        status: 201,
      },
      handle: async (context) => {
        const { token } = await readBody(context, claimBody)
        const { userId, sessionId } = personOf(context)
        const from = callerOf(context, config.trustProxy)
        const { handedOver, ended } = await accounts.passwordAttempts.claim(from.ip, () =>
          accounts.claims.take(userId, token, sessionId),
        )
        noteSecurity(context, {
          ...(handedOver ? { event: 'Owner’s role handed over' } : {}),
          ended: endedInWords(ended),
        })
        for (const cookie of await accounts.renew(from)) context.header('Set-Cookie', cookie, { append: true })
        return context.json({ role: 'owner' }, 201)
      },
    },
    sessions: {
      operation: { summary: 'Lists the devices one is signed in on', answer: listAnswer('sessions', sessionSchema) },
      handle: async (context) => {
        const { userId, sessionId } = personOf(context)
        return context.json({ sessions: await accounts.sessions.list(userId, sessionId), next: null })
      },
    },
    endSession: {
      event: 'Device signed out',
      operation: { summary: 'Signs a device out', answer: nothing },
      handle: async (context) => {
        await accounts.sessions.end(personOf(context).userId, id(context))
        return done(context)
      },
    },
    endOtherSessions: {
      event: 'Other devices signed out',
      operation: { summary: 'Signs every other device out', answer: nothing },
      handle: async (context) => {
        const { userId, sessionId } = personOf(context)
        await accounts.sessions.endOthers(userId, sessionId)
        return done(context)
      },
    },
    list: {
      operation: {
        summary: 'Lists everyone with an account',
        query: listQuery,
        answer: listAnswer('users', accountSchema),
      },
      handle: async (context) => context.json(await accounts.users.list(readQuery(context, listQuery))),
    },
    handOverStatus: {
      operation: { summary: 'Says until when a hand-over link can be used', answer: handOverStatus },
      handle: async (context) => context.json({ open: await accounts.handOverLinks.current() }),
    },
    createHandOverLink: {
      event: 'Hand-over link made',
      operation: {
        summary: 'Makes a link with which someone else becomes the owner; good once, for 24 hours',
        body: handOverBody,
        status: 201,
        answer: handOverLink,
      },
      handle: async (context) => {
        const { password } = await readBody(context, handOverBody)
        const { account, sessionId } = personOf(context)
        await accounts.confirmPassword(account, password, sessionId)
        const { token, expiresAt } = await accounts.handOverLinks.create(account.id)
        return context.json({ link: `${config.publicUrl}/register#claim=${token}`, expiresAt }, 201)
      },
    },
    revokeHandOverLink: {
      event: 'Hand-over link withdrawn',
      operation: { summary: 'Withdraws the hand-over link', answer: nothing },
      handle: async (context) => {
        await accounts.handOverLinks.revoke()
        return done(context)
      },
    },
    remove: {
      event: 'Account deleted',
      operation: { summary: 'Deletes a member’s account', answer: nothing },
      handle: async (context) => {
        await accounts.users.remove(id(context))
        return done(context)
      },
    },
    tokens: {
      operation: { summary: 'Lists the tokens for scripts', answer: listAnswer('tokens', apiTokenSchema) },
      handle: async (context) =>
        context.json({ tokens: await accounts.tokens.list(personOf(context).userId), next: null }),
    },
    createToken: {
      event: 'Token made',
      operation: { summary: 'Makes a token for scripts', body: newTokenSchema, status: 201, answer: newApiTokenSchema },
      handle: async (context) => {
        const input = await readBody(context, newTokenSchema)
        return context.json(await accounts.tokens.create(personOf(context).userId, input), 201)
      },
    },
    revokeToken: {
      event: 'Token revoked',
      operation: { summary: 'Revokes a token', answer: nothing },
      handle: async (context) => {
        await accounts.tokens.revoke(personOf(context).userId, id(context))
        return done(context)
      },
    },
  } satisfies Record<string, Endpoint>
}
