import { z } from 'zod'
import { type Account, setPasswordSchema, signInMethodsSchema } from '../../../model/accounts/account.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../../endpoint/endpoint.ts'
import { personOf } from '../../endpoint/identity.ts'
import { refuseWeakPassword } from '../password-rules.ts'
import { type AccountParts, libraryEndpoints } from './library-endpoints.ts'

const urlAnswer = z.object({ url: z.url() })
const screenOf = ({ role }: Account) => (role === 'owner' ? '/admin/user' : '/account')

export const signInMethodsApi = (parts: AccountParts) => {
  const { accounts } = parts
  const { caller, received } = libraryEndpoints(parts)
  return {
    list: jsonEndpoint({ summary: 'Lists one’s own sign-in methods', answer: signInMethodsSchema }, (context) =>
      accounts.methods.of(personOf(context).userId),
    ),
    setPassword: jsonEndpoint(
      {
        summary: 'Sets the first password of an account that came by Google',
        body: setPasswordSchema,
        answer: nothing,
        event: 'Password set',
      },
      async (context, { newPassword }) => {
        const { account } = personOf(context)
        await refuseWeakPassword('newPassword', newPassword, account)
        await accounts.methods.setPassword(account.id, newPassword)
      },
    ),
    linkGoogle: jsonEndpoint(
      { summary: 'Begins linking Google: answers the URL to go to', answer: urlAnswer, event: 'Linking Google begun' },
      async (context) => {
        const screen = screenOf(personOf(context).account)
        const body = { provider: 'google', callbackURL: screen, errorCallbackURL: screen, disableRedirect: true }
        const answer = await accounts.callGoogle(caller(context), { method: 'POST', path: '/link-social', body })
        return urlAnswer.parse(await received(context, answer))
      },
    ),
    unlinkGoogle: jsonEndpoint(
      { summary: 'Unlinks Google, unless it is the only sign-in method', answer: nothing, event: 'Google unlinked' },
      (context) => accounts.methods.unlinkGoogle(personOf(context).userId),
    ),
  } satisfies Record<string, Endpoint>
}
