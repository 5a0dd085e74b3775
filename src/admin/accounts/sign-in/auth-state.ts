import type { Account, Role } from '../../../model/accounts/account.ts'

/** Enough to draw the first paint with; says nothing about what one may do. */
export interface DisplayCopy {
  name: string
  role: Role
}

export interface AuthState {
  /** Nobody knows until the server has said so. */
  status: 'unknown' | 'signed out' | 'signed in'
  user: Account | null
  display: DisplayCopy | null
}

/** LOGIN carries the user: specification, section 4. */
export type AuthAction = { type: 'LOGIN'; payload: Account } | { type: 'LOGOUT' }

/** Who is signed in, as every part of the app sees it. */
export const authReducer = (_state: AuthState, action: AuthAction): AuthState => {
  if (action.type === 'LOGOUT') return { status: 'signed out', user: null, display: null }
  const { name, role } = action.payload
  return { status: 'signed in', user: action.payload, display: { name, role } }
}
