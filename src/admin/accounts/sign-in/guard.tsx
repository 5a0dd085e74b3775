import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { FrameSkeleton } from '../../frame/frame-skeleton.tsx'
import { useAuth } from './auth-context.ts'
import { leaveTo } from './leave-to.ts'

/**
 * Sends away who has nothing to see here: nobody to the login screen, a member to the page. The server refuses every call of theirs
 * in any case; this is so that they do not sit before an empty frame.
 */
export const Guard = () => {
  const { status, user } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const owner = user?.role === 'owner'

  useEffect(() => {
    if (status === 'signed out') navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true })
    else if (status === 'signed in' && !owner) leaveTo('/')
  }, [status, owner, pathname, search, navigate])

  return status === 'signed in' && owner ? <Outlet /> : <FrameSkeleton />
}
