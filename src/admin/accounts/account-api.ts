import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Account, ApiToken, Profile, Session, SignInMethods, TokenScope } from '../../model/accounts/account.ts'
import type { CreatedInvitation, Invitation, NewInvitation } from '../../model/accounts/invitation.ts'
import { request } from '../api/client.ts'

const id = encodeURIComponent

export const account = {
  updateProfile: (profile: Profile) => request<unknown>('POST', '/api/auth/update-user', { body: profile }),
  changePassword: (currentPassword: string, newPassword: string) =>
    request<unknown>('POST', '/api/auth/change-password', { body: { currentPassword, newPassword } }),
  setPassword: (newPassword: string) =>
    request<object>('PUT', '/api/sign-in-methods/password', { body: { newPassword } }),
  linkGoogle: () => request<{ url: string }>('POST', '/api/sign-in-methods/google', { body: {} }),
  unlinkGoogle: () => request<object>('DELETE', '/api/sign-in-methods/google'),
  enableTotp: (password: string) =>
    request<{ totpURI: string; backupCodes: string[] }>('POST', '/api/auth/two-factor/enable', { body: { password } }),
  disableTotp: (password: string) => request<unknown>('POST', '/api/auth/two-factor/disable', { body: { password } }),
  newRecoveryCodes: (password: string) =>
    request<{ backupCodes: string[] }>('POST', '/api/auth/two-factor/generate-backup-codes', { body: { password } }),
  endSession: (session: string) => request<object>('DELETE', `/api/sessions/${id(session)}`),
  endOtherSessions: () => request<object>('DELETE', '/api/sessions'),
  createHandOverLink: (password: string) =>
    request<{ link: string; expiresAt: string }>('POST', '/api/hand-over-link', { body: { password } }),
  revokeHandOverLink: () => request<object>('DELETE', '/api/hand-over-link'),
  invite: (input: NewInvitation) => request<CreatedInvitation>('POST', '/api/invitations', { body: input }),
  revokeInvitation: (invitation: string) => request<object>('DELETE', `/api/invitations/${id(invitation)}`),
  removeOwn: (password: string) => request<object>('DELETE', '/api/account', { body: { password } }),
  removeUser: (user: string) => request<object>('DELETE', `/api/users/${id(user)}`),
  createToken: (name: string, scope: TokenScope) =>
    request<ApiToken & { secret: string }>('POST', '/api/tokens', { body: { name, scope } }),
  revokeToken: (token: string) => request<object>('DELETE', `/api/tokens/${id(token)}`),
}

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => request<SignInMethods>('GET', '/api/sign-in-methods', { signal }),
  })

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await request<{ sessions: Session[] }>('GET', '/api/sessions', { signal })).sessions,
  })

interface UsersPage {
  users: Account[]
  next: string | null
}

export const useUsers = () =>
  useInfiniteQuery({
    queryKey: ['users'],
    queryFn: ({ pageParam, signal }) =>
      request<UsersPage>('GET', '/api/users', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: UsersPage) => page.next ?? undefined,
  })

/** Expiry of the open hand-over link; `open` is null when there is none. */
export const useHandOverLink = () =>
  useQuery({
    queryKey: ['hand-over-link'],
    queryFn: ({ signal }) => request<{ open: { expiresAt: string } | null }>('GET', '/api/hand-over-link', { signal }),
  })

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) =>
      (await request<{ invitations: Invitation[] }>('GET', '/api/invitations', { signal })).invitations,
  })

export const useTokens = () =>
  useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await request<{ tokens: ApiToken[] }>('GET', '/api/tokens', { signal })).tokens,
  })

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
