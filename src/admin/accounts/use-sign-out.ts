import { useNavigate } from 'react-router'
import { call, queryClient } from '../api/client.ts'
import { useAuth } from '../session/session.tsx'
import { toastError } from '../ui/toast.tsx'

export const useSignOut = () => {
  const { dispatch } = useAuth()
  const navigate = useNavigate()
  return async (): Promise<void> => {
    try {
      const { queue } = await import('../media/upload-queue.ts')
      if (!queue.mayStop()) return
      await call('POST /api/auth/sign-out')
      await queue.clear()
    } catch (error) {
      toastError(error, 'You are still signed in.')
      return
    }
    await navigate('/login', { replace: true })
    dispatch({ type: 'LOGOUT' })
    queryClient.clear()
  }
}
