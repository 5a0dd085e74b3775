import FileText from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import { type ReactNode, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'

interface FileIconProps {
  kind?: 'file' | 'video'
  size?: number
  children?: ReactNode
}

/** Stands for a file that has no image, and for a video that cannot be seen. */
export const FileIcon = ({ kind = 'file', size = 28, children = kind === 'file' ? 'PDF' : 'Video' }: FileIconProps) => {
  const Icon = kind === 'file' ? FileText : Film
  return (
    <span className="file-icon" aria-hidden>
      <Icon size={size} strokeWidth={1.25} />
      <span>{children}</span>
    </span>
  )
}

/** `4:07`, of seconds. */
export const durationText = (seconds: number): string => {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const padded = (part: number) => String(part).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${padded(minutes)}` : minutes}:${padded(whole % 60)}`
}

interface VideoFrameProps {
  item: Pick<MediaItem, 'url' | 'alt' | 'name'>
  onDuration?: ((seconds: number) => void) | undefined
}

/** First frame of a video, which this browser reads from the file; an icon where it cannot play it. */
export const VideoFrame = ({ item, onDuration }: VideoFrameProps) => {
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
