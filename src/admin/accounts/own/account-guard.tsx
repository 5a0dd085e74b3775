import { useEffect } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { FrameSkeleton } from '../../frame/frame-skeleton.tsx'
import { useAuth } from '../sign-in/auth-context.ts'

/** Leads whoever is not signed in to Login and back. */
export const AccountGuard = () => {
  const { status } = useAuth()
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'signed out') navigate('/login?next=/account', { replace: true })
  }, [status, navigate])
  return status === 'signed in' ? <Outlet /> : <FrameSkeleton />
}
