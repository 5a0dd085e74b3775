import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import type { FromPreview, ToPreview } from '../../model/preview/preview.ts'
import { type AnswerTo, call } from '../api/client.ts'

type CheckedCss = AnswerTo<'POST /api/css-checks'>

const debounceMs = 400
const none: CheckedCss = { css: '', problems: [] }

/** The server's check of CSS, asked once typing pauses; until then its last answer, undefined before the first. */
export const useCheckedCss = (css: string): CheckedCss | undefined => {
  const [settled] = useDebouncedValue(css, debounceMs)
  const { data } = useQuery({
    queryKey: ['css', settled],
    queryFn: ({ signal }) => call('POST /api/css-checks', { body: { css: settled }, signal }),
    enabled: settled !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return css === '' ? none : data
}

const hidden = atom<readonly string[]>([])

/** Parts of the page that the owner's CSS hides in the preview; none while there is no preview. */
export const useHiddenParts = () => useSyncExternalStore(hidden.listen, hidden.get)

interface Props {
  css: string
  frame: RefObject<HTMLIFrameElement | null>
  /** Of the listener in the frame; another one has no CSS yet. */
  round: number
  send(message: ToPreview): void
}

/** Dresses the page in a frame in the owner's CSS, as long as it stands here. Of CSS that is refused, the last that was not stays. */
export const OwnCss = ({ css: typed, frame, round, send }: Props) => {
  const checked = useCheckedCss(typed)
  const css = checked?.problems.length === 0 ? checked.css : undefined
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<FromPreview>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (data.kind === 'hidden') hidden.set(data.parts)
    }
    window.addEventListener('message', hear)
    return () => {
      window.removeEventListener('message', hear)
      hidden.set([])
      send({ kind: 'css', css: '' })
    }
  }, [frame, send])
  useEffect(() => {
    if (round > 0 && css !== undefined) send({ kind: 'css', css })
  }, [round, css, send])
  return null
}
