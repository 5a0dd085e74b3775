import { z } from 'zod'
import { forgottenPasswordSchema, resetPasswordSchema } from '../../../model/accounts/account.ts'
import { noteSecurity } from '../../endpoint/context.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../../endpoint/endpoint.ts'
import { callerOf } from '../../endpoint/identity.ts'
import { endedInWords } from '../ended-access.ts'
import type { createPasswordResets } from '../password-resets.ts'
import type { AccountParts } from './library-endpoints.ts'

const completedAnswer = z.object({ ended: z.string().describe('The ways into the account that were ended, in words.') })

export const passwordResetsApi = (
  { accounts, config }: AccountParts,
  resets: ReturnType<typeof createPasswordResets>,
) =>
  ({
    request: jsonEndpoint(
      {
        summary: 'Sends a link for a new password; the same answer for an unknown email address',
        body: forgottenPasswordSchema,
        answer: nothing,
        event: 'Link for a new password asked for',
      },
      async (context, { email }) => {
        noteSecurity(context, { account: await accounts.users.idOf(email) })
        await resets.request(email, callerOf(context, config.trustProxy).ip)
      },
    ),
    complete: jsonEndpoint(
      {
        summary: 'Sets a new password with the link, which works once, and ends every other way into the account',
        others: ['Gone'],
        body: resetPasswordSchema,
        answer: completedAnswer,
        event: 'Password reset',
      },
      async (context, { token, newPassword }) => {
        const { ip } = callerOf(context, config.trustProxy)
        const { account, ended } = await accounts.passwordAttempts.claim(ip, () => resets.complete(token, newPassword))
        noteSecurity(context, { account, how: 'link by email', ended: endedInWords(ended) })
        return { ended: endedInWords(ended) }
      },
    ),
  }) satisfies Record<string, Endpoint>
