import { Button, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { toastChange } from '../history/toast-change.ts'
import { Empty } from '../ui/empty.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { media as api, forgetMedia, thumbnailOf, useMedia } from './media-api.ts'
import { MediaDialog } from './media-dialog.tsx'
import { UploadButton } from './upload-button.tsx'

export const MediaGrid = ({ trash }: { trash: boolean }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMedia({ trash, limit: 60 })
  const [open, setOpen] = useState<MediaItem>()
  const restore = async (item: MediaItem) => {
    try {
      await api.restore(item.id)
      void toastChange('Image restored', { collection: 'media', entry: item.id })
      await forgetMedia()
    } catch (failure) {
      toastError(failure, 'Not restored')
    }
  }
  if (error && !data) return <LoadFailure error={error} retry={refetch} />
  if (!data) return <Skeleton h={240} />
  const images = data.pages.flatMap(({ media }) => media)
  if (images.length === 0)
    return trash ? (
      <Empty title="The trash is empty">Deleted images appear here and can be restored.</Empty>
    ) : (
      <Empty title="No images yet" action={<UploadButton>Upload your first image</UploadButton>}>
        Portraits, projects, photos of clients. Drop, paste or choose files. Vitrine creates every size that a screen
        needs.
      </Empty>
    )
  return (
    <>
      <ul className="media-grid" aria-label={trash ? 'Deleted images' : 'Images'}>
        {images.map((item) => (
          <li key={item.id}>
            {trash ? (
              <>
                <span className="media-frame media-deleted">
                  <img src={thumbnailOf(item.id)} alt={item.alt} width={item.width} height={item.height} />
                </span>
                <Text size="xs" truncate id={`media-${item.id}`}>
                  {item.name}
                </Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-describedby={`media-${item.id}`}
                  onClick={() => restore(item)}
                >
                  Restore
                </Button>
              </>
            ) : (
              <button type="button" className="media-tile" onClick={() => setOpen(item)}>
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
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
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
