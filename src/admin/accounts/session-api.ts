import { useQuery } from '@tanstack/react-query'
import type { Account, SignUp } from '../../model/accounts/account.ts'
import { request } from '../api/client.ts'

interface CurrentSession {
  user: Account
  session: { id: string }
}

interface SignInOptions {
  google: boolean
  registration: boolean
  claim: boolean
  resetByEmail: boolean
}

export const session = {
  get: (signal?: AbortSignal) => request<CurrentSession | null>('GET', '/api/auth/get-session', { signal }),
  options: (signal?: AbortSignal) => request<SignInOptions>('GET', '/api/auth/sign-in-options', { signal }),
  signIn: (email: string, password: string) =>
    request<{ twoFactorRedirect?: true }>('POST', '/api/auth/sign-in/email', { body: { email, password } }),
  verifyTotp: (code: string) => request<unknown>('POST', '/api/auth/two-factor/verify-totp', { body: { code } }),
  verifyRecoveryCode: (code: string) =>
    request<unknown>('POST', '/api/auth/two-factor/verify-backup-code', { body: { code } }),
  /** `invite` opens a closed registration. */
  google: (callbackURL: string, invite?: string) =>
    request<{ url: string }>('POST', '/api/auth/sign-in/social', {
      body: { provider: 'google', callbackURL, ...(invite ? { invite } : {}) },
    }),
  /** Does not sign in: `signIn` follows. */
  signUp: (input: SignUp) => request<unknown>('POST', '/api/auth/sign-up/email', { body: input }),
  signOut: () => request<unknown>('POST', '/api/auth/sign-out', { body: {} }),
  /** The same answer whether there is such an account or not. */
  forgotPassword: (email: string) => request<object>('POST', '/api/password-resets', { body: { email } }),
  resetPassword: (token: string, newPassword: string) =>
    request<{ ended: string }>('POST', '/api/password-resets/completions', { body: { token, newPassword } }),
  claim: (token: string) => request<{ role: 'owner' }>('POST', '/api/owner-claims', { body: { token } }),
}

export const useSignInOptions = () =>
  useQuery({ queryKey: ['sign-in-options'], queryFn: ({ signal }) => session.options(signal) })
