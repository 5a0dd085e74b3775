import { useNavigate } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { session } from '../session-api.ts'
import { useAuth } from './auth-context.ts'

export const useSignOut = () => {
  const { dispatch } = useAuth()
  const navigate = useNavigate()
  return async (): Promise<void> => {
    try {
      await session.signOut()
    } catch (error) {
      toastError(error, 'You are still signed in.')
      return
    }
    await navigate('/login', { replace: true })
    dispatch({ type: 'LOGOUT' })
    queryClient.clear()
  }
}
