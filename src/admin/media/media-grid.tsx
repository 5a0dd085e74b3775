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

/** All images, or those that were deleted. */
export const MediaGrid = ({ trash }: { trash: boolean }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMedia({ trash, limit: 60 })
  const [open, setOpen] = useState<MediaItem>()
  const restore = async (medium: MediaItem) => {
    try {
      await api.restore(medium.id)
      void toastChange('Image restored', { collection: 'media', entry: medium.id })
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
      <Empty title="The trash is empty">Images that you delete can be taken back from this place.</Empty>
    ) : (
      <Empty title="No images yet" action={<UploadButton>Upload your first image</UploadButton>}>
        Portraits, projects, faces of clients. Drop some here, paste one, or choose files; each is made ready in every
        size that a screen may want.
      </Empty>
    )
  return (
    <>
      <ul className="media-grid" aria-label={trash ? 'Deleted images' : 'Images'}>
        {images.map((medium) => (
          <li key={medium.id}>
            {trash ? (
              <>
                <span className="medium-frame medium-gone">
                  <img src={thumbnailOf(medium.id)} alt={medium.alt} width={medium.width} height={medium.height} />
                </span>
                <Text size="xs" truncate id={`medium-${medium.id}`}>
                  {medium.name}
                </Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-describedby={`medium-${medium.id}`}
                  onClick={() => restore(medium)}
                >
                  Restore
                </Button>
              </>
            ) : (
              <button type="button" className="medium-tile" onClick={() => setOpen(medium)}>
                <span className="medium-frame">
                  <img
                    src={medium.variants.webp[0]?.url ?? medium.url}
                    alt={medium.alt}
                    width={medium.width}
                    height={medium.height}
                    loading="lazy"
                    style={{ objectPosition: `${medium.focus.x * 100}% ${medium.focus.y * 100}%` }}
                  />
                </span>
                <span className="medium-name">{medium.name}</span>
                {medium.alt === '' && <span className="medium-hint">No description</span>}
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
          medium={open}
          replaced={(by) => {
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
