import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface OpenIdProvider {
  issuer: string
  /** What the provider says of whoever signs in next. */
  claims: Record<string, unknown>
  /** What happens before it says that to us. */
  beforeUserinfo: () => Promise<void>
  /** What came to the authorization address. */
  asked: URLSearchParams[]
  /** The client's address, where everybody is sent back to. */
  comeBackTo(redirectUri: string): void
  stop(): Promise<void>
}

/** A real OpenID provider on a free loopback port, with one client. Whoever asks is signed in without a question. */
export const startOpenIdProvider = async (redirectUri?: string): Promise<OpenIdProvider> => {
  const server = createServer()
  // A connection that is closed while the next request is on its way would reset it, on a busy machine.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: OpenIdProvider = {
    issuer,
    claims: { sub: 'someone' },
    beforeUserinfo: async () => {},
    asked: [],
    comeBackTo: (address) => serve(address),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const serve = (address: string) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: 'vitrine', client_secret: 'the secret of the client', redirect_uris: [address] }],
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      renderError: (context, out) => {
        context.body = out
      },
      pkce: { required: () => true },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture', 'role'],
      },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['only for tests'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...state.claims, sub }) }),
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    })
    const callback = provider.callback()
    server.removeAllListeners('request')
    server.on('request', async (request, response) => {
      const url = new URL(request.url ?? '/', issuer)
      if (url.pathname === '/me') await state.beforeUserinfo()
      if (url.pathname === '/auth') state.asked.push(url.searchParams)
      if (!url.pathname.startsWith('/interaction/')) return callback(request, response)
      const { prompt, params } = await provider.interactionDetails(request, response)
      if (prompt.name === 'login') {
        await provider.interactionFinished(request, response, { login: { accountId: String(state.claims.sub) } })
        return
      }
      const grant = new provider.Grant({ accountId: String(state.claims.sub), clientId: String(params.client_id) })
      grant.addOIDCScope('openid email profile')
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
    })
  }
  if (redirectUri) serve(redirectUri)
  return state
}
