import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { changeWithToast, toastChange } from '../history/toast-change.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { UploadButton } from './file-button.tsx'
import { media as api, forgetMedia, thumbnailOf, useMedia } from './media-api.ts'
import { MediaDialog } from './media-dialog.tsx'

const restore = ({ id }: MediaItem) =>
  changeWithToast(() => api.restore(id), {
    done: 'Image restored',
    failed: 'Not restored',
    of: { collection: 'media', entry: id },
    forget: forgetMedia,
  })

const DeletedTile = ({ item }: { item: MediaItem }) => (
  <>
    <span className="media-frame media-deleted">
      <img src={thumbnailOf(item.id)} alt={item.alt} width={item.width} height={item.height} />
    </span>
    <Text size="xs" truncate id={`media-${item.id}`}>
      {item.name}
    </Text>
    <Button size="compact-xs" variant="default" aria-describedby={`media-${item.id}`} onClick={() => restore(item)}>
      Restore
    </Button>
  </>
)

const Tile = ({ item, open }: { item: MediaItem; open(): void }) => (
  <button type="button" className="media-tile" onClick={open}>
    <span className="media-frame">
      <img
        src={item.variants.webp[0]?.url ?? item.url}
        alt={item.alt}
        width={item.width}
        height={item.height}
        loading="lazy"
        style={{ objectPosition: `${item.focus.x * 100}% ${item.focus.y * 100}%` }}
      />
    </span>
    <span className="media-name">{item.name}</span>
    {item.alt === '' && <span className="media-hint">No description</span>}
  </button>
)

const NoImages = ({ trash }: { trash: boolean }) =>
  trash ? (
    <Empty title="The trash is empty">Deleted images appear here and can be restored.</Empty>
  ) : (
    <Empty title="No images yet" action={<UploadButton>Upload your first image</UploadButton>}>
      Portraits, projects, photos of clients. Drop, paste or choose files. Vitrine creates every size that a screen
      needs.
    </Empty>
  )

/** Grid of all images, or of the deleted ones. */
export const MediaGrid = ({ trash }: { trash: boolean }) => {
  const query = useMedia({ trash, limit: 60 })
  const [open, setOpen] = useState<MediaItem>()
  const images = query.data?.pages.flatMap(({ media }) => media) ?? []
  return (
    <>
      <Loaded query={query} h={240}>
        {() =>
          images.length === 0 ? (
            <NoImages trash={trash} />
          ) : (
            <ul className="media-grid" aria-label={trash ? 'Deleted images' : 'Images'}>
              {images.map((item) => (
                <li key={item.id}>
                  {trash ? <DeletedTile item={item} /> : <Tile item={item} open={() => setOpen(item)} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
      {open && (
        <MediaDialog
          key={`${open.id} ${open.version}`}
          item={open}
          onReplaced={(by) => {
            setOpen(by)
            void toastChange('Image replaced', { collection: 'media', entry: by.id })
            void forgetMedia()
          }}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
