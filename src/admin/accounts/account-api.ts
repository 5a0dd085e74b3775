import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, paged } from '../api/client.ts'

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => call('GET /api/sign-in-methods', { signal }),
  })

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await call('GET /api/sessions', { signal })).sessions,
  })

export const useUsers = () =>
  useInfiniteQuery({
    queryKey: ['users'],
    queryFn: ({ pageParam, signal }) => call('GET /api/users', { query: { cursor: pageParam }, signal }),
    ...paged,
  })

/** Expiry of the open hand-over link; `open` is null when there is none. */
export const useHandOverLink = () =>
  useQuery({
    queryKey: ['hand-over-link'],
    queryFn: ({ signal }) => call('GET /api/hand-over-link', { signal }),
  })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => (await call('GET /api/invitations', { signal })).invitations,
  })

export const useTokens = () =>
  useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await call('GET /api/tokens', { signal })).tokens,
  })

export interface Passkey {
  id: string
  name?: string | null
  createdAt?: string
}

/** Passkey calls. The WebAuthn library loads on first use. */
export const passkeys = {
  supported: (): boolean => 'PublicKeyCredential' in window,
  add: async (name: string): Promise<void> => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = await call('GET /api/auth/passkey/generate-register-options')
    const response = await startRegistration({ optionsJSON } as Parameters<typeof startRegistration>[0])
    await call('POST /api/auth/passkey/verify-registration', { body: { response: { ...response }, name } })
  },
  signIn: async (): Promise<void> => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = await call('GET /api/auth/passkey/generate-authenticate-options')
    const response = await startAuthentication({ optionsJSON } as Parameters<typeof startAuthentication>[0])
    await call('POST /api/auth/passkey/verify-authentication', { body: { response: { ...response } } })
  },
}

export const usePasskeys = () =>
  useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }): Promise<Passkey[]> => call('GET /api/auth/passkey/list-user-passkeys', { signal }),
  })
