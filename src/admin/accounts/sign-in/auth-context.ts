import { createContext, type Dispatch, use } from 'react'
import type { Account } from '../../../model/accounts/account.ts'
import type { AuthAction, AuthState } from './auth-state.ts'

export interface Auth extends AuthState {
  dispatch: Dispatch<AuthAction>
  refresh(): Promise<Account | null>
}

export const AuthContext = createContext<Auth | undefined>(undefined)

export const useAuth = (): Auth => {
  const auth = use(AuthContext)
  if (!auth) throw new Error('AuthProvider is missing.')
  return auth
}

/** Signed-in user. Only for screens behind the guard. */
export const useAccount = (): Account => {
  const { user } = useAuth()
  if (!user) throw new Error('useAccount needs the Guard.')
  return user
}
