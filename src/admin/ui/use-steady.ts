import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function as long as the component lives, doing what the newest one does: for rows that are drawn anew only when their own data changes. */
export const useStableCallback = <A extends unknown[], R>(act: (...args: A) => R): ((...args: A) => R) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
