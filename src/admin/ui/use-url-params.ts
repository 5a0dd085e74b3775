import { useSearchParams } from 'react-router'

/** Parameters of the URL, which Back and a reload find again, and a change of some of them: without a value, one is taken out. */
export const useUrlParams = () => {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | boolean | undefined>): void => {
    // Of the address, not of `params`: a second choice may come before the screen has drawn the first.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (!value) next.delete(name)
      else next.set(name, value === true ? '' : value)
    }
    setParams(next, { replace: true })
  }
  return { params, change, clear: () => setParams({}, { replace: true }) }
}
