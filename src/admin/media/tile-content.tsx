import type { MediaItem } from '../../model/media/media-item.ts'
import { FileIcon } from './file-icon.tsx'
import { thumbnailOf } from './media-api.ts'
import { VideoFrame } from './video-frame.tsx'

interface Props {
  item: MediaItem
  deleted?: boolean
  onDuration?: (seconds: number) => void
}

/** A media item as it looks in the grid. */
export const TileContent = ({ item, deleted = false, onDuration }: Props) => {
  if (item.kind === 'file') return <FileIcon />
  // The file of a deleted one is served to nobody.
  if (item.kind === 'video')
    return deleted ? <FileIcon kind="video" /> : <VideoFrame item={item} onDuration={onDuration} />
  const { alt, width, height, focus, vector } = item
  return (
    <img
      src={deleted ? thumbnailOf(item.id) : (item.variants.webp[0]?.url ?? item.url)}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      data-vector={vector ? '' : undefined}
      style={{ objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  )
}
