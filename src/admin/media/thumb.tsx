import ImageOff from 'lucide-react/icons/image'
import { useMemo, useSyncExternalStore } from 'react'
import { awaitedFile, mediaIdIn } from '../../model/media/awaited-file.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { Progress } from '../ui/progress.tsx'
import { useMedia, useMediaItem } from './media-api.ts'
import { isUnderWay, list } from './upload-state.ts'

export const smallestUrl = (item: MediaItem | undefined): string | undefined =>
  item?.kind === 'image' ? (item.variants.webp[0]?.url ?? item.url) : undefined

/** An image, cut around its focal point. `sizes` says how wide it is drawn where that is more than a few millimetres. */
export const ThumbImage = ({ of: item, sizes }: { of: MediaItem | undefined; sizes?: string | undefined }) => {
  if (item?.kind !== 'image')
    return (
      <span className="thumb">
        <ImageOff size={16} aria-hidden />
      </span>
    )
  const { focus, variants } = item
  return (
    <span className="thumb">
      <img
        {...(sizes ? { sizes, srcSet: variants.webp.map(({ url, width }) => `${url} ${width}w`).join() } : {})}
        src={smallestUrl(item)}
        alt=""
        loading="lazy"
        style={{ objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
      />
    </span>
  )
}

/** The newest images by id, from one call; undefined while it loads. */
export const useThumbs = (wanted: boolean): ReadonlyMap<string, MediaItem> | undefined => {
  const { data } = useMedia({ limit: 200 }, wanted)
  return useMemo(() => data && new Map(data.pages.flatMap(({ media }) => media.map((item) => [item.id, item]))), [data])
}

/** Thumbnail by id. The newest come in one call, older ones one by one. Of a file that is being uploaded, how far it is. */
export const Thumb = ({ id, sizes }: { id: unknown; sizes?: string | undefined }) => {
  const file = awaitedFile(id)
  const upload = useSyncExternalStore(list.listen, list.get).find((one) => one.id === file?.id)
  const thumbs = useThumbs(true)
  const wanted = mediaIdIn(id)
  const listed = wanted === null || !thumbs || thumbs.has(wanted)
  const { data: single } = useMediaItem(listed ? null : wanted)
  if (upload && isUnderWay(upload))
    return (
      <span className="thumb">
        <Progress value={upload.share * 100} waiting={upload.share === 1} aria-label={`Uploading ${upload.name}`} />
      </span>
    )
  return <ThumbImage of={thumbs?.get(wanted ?? '') ?? single} sizes={sizes} />
}
