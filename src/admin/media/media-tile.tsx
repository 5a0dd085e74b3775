import { Button, Checkbox, Text } from '@mantine/core'
import type { MediaItem } from '../../model/media/media-item.ts'
import { changeWithToast } from '../history/toast-change.ts'
import { fileSize } from '../ui/file-size.ts'
import { FileIcon } from './file-icon.tsx'
import { media as api, forgetMedia, thumbnailOf } from './media-api.ts'

export const nounOf = ({ kind }: MediaItem): string => (kind === 'file' ? 'File' : 'Image')

const restore = (item: MediaItem) =>
  changeWithToast(() => api.restore(item.id), {
    done: `${nounOf(item)} restored`,
    failed: 'Not restored',
    forget: forgetMedia,
  })

const Picture = ({ item, deleted }: { item: MediaItem; deleted: boolean }) => {
  if (item.kind === 'file') return <FileIcon />
  const src = deleted ? thumbnailOf(item.id) : (item.variants.webp[0]?.url ?? item.url)
  const { alt, width, height, focus, vector } = item
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      data-vector={vector ? '' : undefined}
      style={{ objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  )
}

interface Props {
  item: MediaItem
  trash: boolean
  chosen: boolean
  choose(range: boolean): void
  open(): void
}

/** One media item in the grid, with a box to select it. */
export const MediaTile = ({ item, trash, chosen, choose, open }: Props) => (
  <div className="media-cell" data-chosen={chosen || undefined}>
    {trash ? (
      <>
        <span className="media-frame media-deleted">
          <Picture item={item} deleted />
        </span>
        <Text size="xs" truncate id={`media-${item.id}`}>
          {item.name}
        </Text>
        <Button size="compact-xs" variant="default" aria-describedby={`media-${item.id}`} onClick={() => restore(item)}>
          Restore
        </Button>
      </>
    ) : (
      <button type="button" className="media-tile" onClick={open}>
        <span className="media-frame">
          <Picture item={item} deleted={false} />
        </span>
        <span className="media-name">{item.name}</span>
        {item.kind === 'file' && <span className="media-hint">{fileSize(item.size)}</span>}
        {item.kind === 'image' && item.alt === '' && <span className="media-hint">No description</span>}
      </button>
    )}
    <Checkbox
      className="media-box"
      size="sm"
      aria-label={`Select ${item.name}`}
      checked={chosen}
      onClick={(event) => choose(event.shiftKey)}
      onChange={() => {}}
    />
  </div>
)
