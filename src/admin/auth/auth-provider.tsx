import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { session } from '../api/session.ts'
import { Unreachable } from '../frame/unreachable.tsx'
import { AuthContext } from './auth-context.ts'
import { type AuthState, authReducer } from './auth-state.ts'
import { readDisplayCopy, writeDisplayCopy } from './display-copy.ts'

const start = (): AuthState => ({ status: 'unknown', user: null, display: readDisplayCopy() })

/** Holds who is signed in and keeps the display copy in step. */
export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const [state, dispatch] = useReducer(authReducer, undefined, start)
  const [failure, setFailure] = useState<string>()

  const refresh = useCallback(async () => {
    const current = await session.get()
    dispatch(current ? { type: 'LOGIN', payload: current.user } : { type: 'LOGOUT' })
    return current?.user ?? null
  }, [])

  const first = useCallback(() => {
    setFailure(undefined)
    refresh().catch((error: unknown) => setFailure(asApiError(error).message))
  }, [refresh])

  useEffect(first, [first])

  useEffect(() => {
    if (state.status !== 'unknown') writeDisplayCopy(state.display)
  }, [state])

  const auth = useMemo(() => ({ ...state, dispatch, refresh }), [state, refresh])
  if (failure && state.status === 'unknown') return <Unreachable message={failure} retry={first} />
  return <AuthContext value={auth}>{children}</AuthContext>
}
