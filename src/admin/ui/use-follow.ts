import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useStableCallback } from './use-steady.ts'

/** Follows the plain link that was clicked. */
export type FollowLink = (event: MouseEvent<HTMLAnchorElement>) => void

/**
 * What a router's `Link` does at a click, for plain links: those of a table are made and dropped by the hundred while it is
 * scrolled, and each `Link` works out anew where it is and where it leads.
 */
export const useFollowLink = (): FollowLink => {
  const navigate = useNavigate()
  return useStableCallback<Parameters<FollowLink>, void>((event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(event.currentTarget.pathname)
  })
}
