import { createContext, type Dispatch, use } from 'react'
import type { Account } from '../../../model/accounts/account.ts'
import type { AuthAction, AuthState } from './auth-state.ts'

export interface Auth extends AuthState {
  dispatch: Dispatch<AuthAction>
  /** Asks the server who is signed in, and makes it known. */
  refresh(): Promise<Account | null>
}

export const AuthContext = createContext<Auth | undefined>(undefined)

/** The shared auth state. */
export const useAuth = (): Auth => {
  const auth = use(AuthContext)
  if (!auth) throw new Error('AuthProvider is missing.')
  return auth
}

/** The person who is signed in; only for screens behind the guard. */
export const useAccount = (): Account => {
  const { user } = useAuth()
  if (!user) throw new Error('This screen belongs behind the guard.')
  return user
}
