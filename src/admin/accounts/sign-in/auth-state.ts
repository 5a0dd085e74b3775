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
