import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { Unreachable } from '../../frame/unreachable.tsx'
import { session } from '../session-api.ts'
import { type AuthAction, AuthContext, type AuthState, authReducer } from './auth-context.ts'
import { readDisplayCopy, writeDisplayCopy } from './display-copy.ts'

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
    const current = await session.get()
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
