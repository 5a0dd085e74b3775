import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import type { CheckedCss } from '../../model/settings/custom-css.ts'
import { request } from '../api/client.ts'

const debounceMs = 400
const none: CheckedCss = { css: '', problems: [] }

/** What the server says of CSS, once typing pauses; until then what it said last. Undefined before it has said anything. */
export const useCheckedCss = (css: string): CheckedCss | undefined => {
  const [settled] = useDebouncedValue(css, debounceMs)
  const { data } = useQuery({
    queryKey: ['css', settled],
    queryFn: ({ signal }) => request<CheckedCss>('POST', '/api/css-checks', { body: { css: settled }, signal }),
    enabled: settled !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return css === '' ? none : data
}

/** Parts of the page that the owner's CSS hides in the preview; none while there is no preview. */
export const hiddenParts = atom<readonly string[]>([])

export const useHiddenParts = () => useSyncExternalStore(hiddenParts.listen, hiddenParts.get)
