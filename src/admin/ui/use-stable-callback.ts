import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that calls the newest `act`, for memoized rows. */
export const useStableCallback = <A extends unknown[], R>(act: (...args: A) => R): ((...args: A) => R) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
