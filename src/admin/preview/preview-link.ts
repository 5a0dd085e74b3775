import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { FieldLocation, FromPreview, ToPreview } from '../../model/preview/preview.ts'

const timeoutMs = 12_000

interface Link {
  /** Number of times it has begun to listen; 0 before the first. */
  round: number
  drawn: boolean
  shown: boolean
  /** True when the draft cannot be drawn; the page then shows the last one that could. */
  failed: boolean
  missing: boolean
}

const silent: Link = { round: 0, drawn: false, shown: true, failed: false, missing: false }

/** The connection to the page in a frame: typed messages between two windows of one origin. */
export const usePreviewLink = (
  frame: RefObject<HTMLIFrameElement | null>,
  heard: { picked?(selected: FieldLocation): void; left?(): void },
) => {
  const [link, setLink] = useState(silent)
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<FromPreview>) => {
    if (source !== frame.current?.contentWindow || origin !== location.origin) return
    if (data.kind === 'ready') setLink(({ round }) => ({ ...silent, round: round + 1 }))
    else if (data.kind === 'drawn') setLink((now) => ({ ...now, drawn: true, failed: false, shown: data.shown }))
    else if (data.kind === 'failed') setLink((now) => ({ ...now, failed: true }))
    else if (data.kind === 'picked') heard.picked?.(data.selected)
    else if (data.kind === 'left') heard.left?.()
  })
  useEffect(() => {
    const listener = (event: MessageEvent<FromPreview>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const waits = link.round === 0 && !link.missing
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLink((now) => ({ ...now, missing: now.round === 0 })), timeoutMs)
    return () => clearTimeout(timer)
  }, [waits])

  const send = useCallback(
    (message: ToPreview) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [frame],
  )
  return { ...link, send, again: () => setLink(silent) }
}
