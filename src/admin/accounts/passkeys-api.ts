import { useQuery } from '@tanstack/react-query'
import { request } from '../api/client.ts'

export interface Passkey {
  id: string
  name?: string | null
  createdAt?: string
}

const basePath = '/api/auth/passkey'

/** Passkey calls. The WebAuthn library loads on first use. */
export const passkeys = {
  supported: (): boolean => 'PublicKeyCredential' in window,
  add: async (name: string): Promise<void> => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = await request<Parameters<typeof startRegistration>[0]['optionsJSON']>(
      'GET',
      `${basePath}/generate-register-options`,
    )
    const response = await startRegistration({ optionsJSON })
    await request('POST', `${basePath}/verify-registration`, { body: { response, name } })
  },
  rename: (id: string, name: string) => request<unknown>('POST', `${basePath}/update-passkey`, { body: { id, name } }),
  remove: (id: string) => request<unknown>('POST', `${basePath}/delete-passkey`, { body: { id } }),
  signIn: async (): Promise<void> => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = await request<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
      'GET',
      `${basePath}/generate-authenticate-options`,
    )
    const response = await startAuthentication({ optionsJSON })
    await request('POST', `${basePath}/verify-authentication`, { body: { response } })
  },
}

export const usePasskeys = () =>
  useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => request<Passkey[]>('GET', `${basePath}/list-user-passkeys`, { signal }),
  })
