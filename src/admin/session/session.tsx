import { useQuery } from '@tanstack/react-query'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Account, Role } from '../../model/accounts/account.ts'
import { asApiError, call } from '../api/client.ts'
import { FrameSkeleton, Unreachable } from '../ui/loading.tsx'

/** `invite` opens a closed registration. */
export const beginGoogle = (callbackURL: string, invite?: string) =>
  call('POST /api/auth/sign-in/social', { body: { provider: 'google', callbackURL, ...(invite ? { invite } : {}) } })

export const useSignInOptions = () =>
  useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => call('GET /api/auth/sign-in-options', { signal }),
  })

/** User data for the first paint. Never used for permissions. */
interface DisplayCopy {
  name: string
  role: Role
}

interface AuthState {
  /** `unknown` until the server has answered. */
  status: 'unknown' | 'signed out' | 'signed in'
  user: Account | null
  display: DisplayCopy | null
}

/** Actions of the specification, section 4. */
type AuthAction = { type: 'LOGIN'; payload: Account } | { type: 'LOGOUT' }

const authReducer = (_state: AuthState, action: AuthAction): AuthState => {
  if (action.type === 'LOGOUT') return { status: 'signed out', user: null, display: null }
  const { name, role } = action.payload
  return { status: 'signed in', user: action.payload, display: { name, role } }
}

interface Auth extends AuthState {
  dispatch: Dispatch<AuthAction>
  refresh(): Promise<Account | null>
}

const AuthContext = createContext<Auth | undefined>(undefined)

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

const key = 'vitrine.user'

/** Reads the copy from local storage, or null. Not trusted: the server's session decides. */
const readDisplayCopy = (): DisplayCopy | null => {
  try {
    const { name, role } = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof name === 'string' && (role === 'owner' || role === 'member')
      ? { name: name.slice(0, 80), role }
      : null
  } catch {
    return null
  }
}

/** Writes the copy. Storage may be full or blocked; then the first paint shows no name. */
const writeDisplayCopy = (copy: DisplayCopy | null): void => {
  try {
    if (copy) localStorage.setItem(key, JSON.stringify({ name: copy.name, role: copy.role }))
    else localStorage.removeItem(key)
  } catch {}
}

/** Has the page welcome its new owner, once. */
export const expectWelcome = (): void => {
  try {
    localStorage.setItem('vitrine.welcome', '')
  } catch {}
}

const start = (): AuthState => ({ status: 'unknown', user: null, display: readDisplayCopy() })

export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const [state, reduce] = useReducer(authReducer, undefined, start)
  const [failure, setFailure] = useState<string>()

  /** Stores the display copy first, since the next step may leave the app. */
  const dispatch = useCallback((action: AuthAction) => {
    writeDisplayCopy(action.type === 'LOGIN' ? action.payload : null)
    reduce(action)
  }, [])

  const refresh = useCallback(async () => {
    const current = await call('GET /api/auth/get-session')
    dispatch(current ? { type: 'LOGIN', payload: current.user } : { type: 'LOGOUT' })
    return current?.user ?? null
  }, [dispatch])

  const first = useCallback(() => {
    setFailure(undefined)
    refresh().catch((error: unknown) => setFailure(asApiError(error).message))
  }, [refresh])

  useEffect(first, [first])

  const auth = useMemo(() => ({ ...state, dispatch, refresh }), [state, dispatch, refresh])
  if (failure && state.status === 'unknown') return <Unreachable message={failure} retry={first} />
  return <AuthContext value={auth}>{children}</AuthContext>
}

/**
 * Redirects visitors to the login screen and members to the public page. The server refuses their calls in any case;
 * the redirect spares them an empty frame.
 */
export const Guard = () => {
  const { status, user } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const owner = user?.role === 'owner'

  useEffect(() => {
    if (status === 'signed out') navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true })
    else if (status === 'signed in' && !owner) window.location.replace('/')
  }, [status, owner, pathname, search, navigate])

  return status === 'signed in' && owner ? <Outlet /> : <FrameSkeleton />
}

/** Leads whoever is not signed in to Login and back. */
export const AccountGuard = () => {
  const { status } = useAuth()
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'signed out') navigate('/login?next=/account', { replace: true })
  }, [status, navigate])
  return status === 'signed in' ? <Outlet /> : <FrameSkeleton />
}
