import { createContext, type Dispatch, use } from 'react'
import type { Account, Role } from '../../../model/accounts/account.ts'

/** User data for the first paint. Never used for permissions. */
export interface DisplayCopy {
  name: string
  role: Role
}

export interface AuthState {
  /** `unknown` until the server has answered. */
  status: 'unknown' | 'signed out' | 'signed in'
  user: Account | null
  display: DisplayCopy | null
}

/** Actions of the specification, section 4. */
export type AuthAction = { type: 'LOGIN'; payload: Account } | { type: 'LOGOUT' }

export const authReducer = (_state: AuthState, action: AuthAction): AuthState => {
  if (action.type === 'LOGOUT') return { status: 'signed out', user: null, display: null }
  const { name, role } = action.payload
  return { status: 'signed in', user: action.payload, display: { name, role } }
}

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
