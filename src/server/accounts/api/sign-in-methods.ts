import { z } from 'zod'
import { setPasswordSchema, signInMethodsSchema } from '../../../model/accounts/account.ts'
import { Invalid } from '../../../model/errors.ts'
import { type Endpoint, nothing, readBody } from '../../endpoint/endpoint.ts'
import { personOf } from '../../endpoint/identity.ts'
import type { Services } from '../../services.ts'
import { passwordProblem } from '../password-rules.ts'
import { libraryEndpoints } from './library-endpoints.ts'

const urlAnswer = z.object({ url: z.url() })
const screen = '/admin/user'

/** Sign-in methods of an account: a password, Google, or both. */
export const signInMethodsApi = (services: Services) => {
  const { accounts } = services
  const { caller, answered } = libraryEndpoints(services)
  return {
    list: {
      operation: { summary: 'Says how one signs in', answer: signInMethodsSchema },
      handle: async (context) => context.json(await accounts.methods.of(personOf(context).userId)),
    },
    setPassword: {
      event: 'Password set',
      operation: {
        summary: 'Sets the first password of who came by Google',
        body: setPasswordSchema,
        answer: nothing,
      },
      handle: async (context) => {
        const { newPassword } = await readBody(context, setPasswordSchema)
        const { account } = personOf(context)
        const problem = await passwordProblem(newPassword, account)
        if (problem) throw new Invalid({ newPassword: problem })
        await accounts.methods.setPassword(account.id, newPassword)
        return context.json({})
      },
    },
    linkGoogle: {
      event: 'Linking Google begun',
      operation: { summary: 'Begins linking Google: answers the address to go to', answer: urlAnswer },
      handle: async (context) => {
        const body = { provider: 'google', callbackURL: screen, errorCallbackURL: screen, disableRedirect: true }
        const answer = await accounts.callGoogle(caller(context), { method: 'POST', path: '/link-social', body })
        return answered(context, { ...answer, body: urlAnswer.parse(answer.body) })
      },
    },
    unlinkGoogle: {
      event: 'Google unlinked',
      operation: { summary: 'Takes Google off, unless it is the only way in', answer: nothing },
      handle: async (context) => {
        await accounts.methods.unlinkGoogle(personOf(context).userId)
        return context.json({})
      },
    },
  } satisfies Record<string, Endpoint>
}
