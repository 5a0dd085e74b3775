import { type RefObject, useEffect, useRef } from 'react'

/** True once the component has left the screen: what it began then ends elsewhere, and closes nothing. */
export const useIsGone = (): Readonly<RefObject<boolean>> => {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
