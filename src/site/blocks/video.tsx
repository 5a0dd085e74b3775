import { imageIn, videoIn } from '../../model/publishing/published-content.ts'
import { previewOf } from '../markup/head.ts'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

/** Nothing of the file is fetched before somebody plays it. */
export const VideoBlock: BlockView<'video'> = ({ block, content }) => {
  const video = videoIn(content.videos, block.file)
  const poster = imageIn(content.images, block.poster)
  const still = poster?.vector ?? (poster && previewOf(poster)?.url)
  if (!video) return null
  const size = video.width > 0 && video.height > 0 ? { width: video.width, height: video.height } : {}
  return (
    <figure>
      <video
        controls
        playsInline
        preload="none"
        src={video.url}
        {...size}
        {...(still === undefined ? {} : { poster: still })}
        {...(video.alt || block.caption ? { 'aria-label': video.alt || block.caption } : {})}
      />
      <Caption>{block.caption}</Caption>
    </figure>
  )
}
