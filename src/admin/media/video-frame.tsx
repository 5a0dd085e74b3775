import { useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { FileIcon } from './file-icon.tsx'

/** `4:07`, of seconds. */
export const durationText = (seconds: number): string => {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const padded = (part: number) => String(part).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${padded(minutes)}` : minutes}:${padded(whole % 60)}`
}

interface Props {
  item: Pick<MediaItem, 'url' | 'alt' | 'name'>
  onDuration?: ((seconds: number) => void) | undefined
}

/** First frame of a video, which this browser reads from the file; an icon where it cannot play it. */
export const VideoFrame = ({ item, onDuration }: Props) => {
  const [failed, setFailed] = useState(false)
  if (failed) return <FileIcon kind="video">Does not play here</FileIcon>
  return (
    // A moment behind the start: Safari shows no frame before it has looked for one.
    <video
      src={`${item.url}#t=0.1`}
      aria-label={item.alt || item.name}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && onDuration?.(duration)}
      onError={() => setFailed(true)}
    />
  )
}
