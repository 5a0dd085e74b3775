import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useStableCallback } from './use-stable-callback.ts'

/** Follows the plain link that was clicked. */
export type FollowLink = (event: MouseEvent<HTMLAnchorElement>) => void

/**
 * Click handler that navigates like the router's `Link`, for plain links. A table mounts hundreds of links while it
 * scrolls, and each `Link` would resolve its path again.
 */
export const useFollowLink = (): FollowLink => {
  const navigate = useNavigate()
  return useStableCallback<Parameters<FollowLink>, void>((event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(event.currentTarget.pathname)
  })
}
