import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { FrameSkeleton } from '../../frame/frame-skeleton.tsx'
import { useAuth } from './auth-context.ts'

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
