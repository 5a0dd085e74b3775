import { z } from 'zod'
import { type Endpoint, jsonEndpoint, nothing } from '../../endpoint/endpoint.ts'
import { personOf } from '../../endpoint/identity.ts'
import { type AccountParts, libraryEndpoints } from './library-endpoints.ts'

const body = z.strictObject({ password: z.string().max(128).optional() })

export const ownAccountApi = (parts: AccountParts) => {
  const { accounts } = parts
  const { caller, received } = libraryEndpoints(parts)
  return {
    remove: jsonEndpoint(
      {
        summary: 'Deletes one’s own account; the owner’s cannot be deleted',
        body,
        answer: nothing,
        event: 'Own account deleted',
      },
      async (context, { password }) => {
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
