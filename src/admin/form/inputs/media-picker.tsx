import { Button, Modal, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useMedia } from '../../media/media-api.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'

const MediaPicker = ({ pick, close }: { pick(id: string): void; close(): void }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMedia({ limit: 60 })
  const media = data?.pages.flatMap((page) => page.media)
  return (
    <Modal opened onClose={close} title="Choose an image" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      {error && <LoadFailure error={error} retry={refetch} />}
      {!media && !error && <Skeleton h={200} />}
      {media?.length === 0 && (
        <Text size="sm" c="dimmed">
          No images yet. Close this dialog and upload one.
        </Text>
      )}
      <SimpleGrid cols={{ base: 3, sm: 4 }} spacing="xs">
        {media?.map(({ id, url, alt, name, width, height }) => (
          <button
            key={id}
            type="button"
            className="media-choice"
            aria-label={alt || name}
            title={alt || name}
            onClick={() => pick(id)}
          >
            <img src={url} alt="" width={width} height={height} loading="lazy" />
          </button>
        ))}
      </SimpleGrid>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </Modal>
  )
}

export default MediaPicker
