import { SimpleGrid, Text } from '@mantine/core'
import { useMedia } from '../media/media-api.ts'
import { SearchInput, useSearchText } from '../media/search-input.tsx'
import { VideoFrame } from '../media/video-frame.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded, MoreButton } from '../ui/loading.tsx'

const MediaPicker = ({ kind, pick, close }: { kind: 'image' | 'video'; pick(id: string): void; close(): void }) => {
  const { typed, setTyped, q } = useSearchText()
  const query = useMedia({ limit: 60, kind, q })
  const media = query.data?.pages.flatMap((page) => page.media)
  return (
    <Modal opened onClose={close} title={kind === 'image' ? 'Choose an image' : 'Choose a video'} size="lg">
      <SearchInput label={`Search ${kind}s`} mb="sm" data-autofocus typed={typed} setTyped={setTyped} />
      <Loaded query={query} h={200}>
        {() =>
          media?.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {q ? 'Nothing found.' : `No ${kind}s yet. Close this dialog and upload one.`}
            </Text>
          )
        }
      </Loaded>
      <SimpleGrid cols={{ base: 3, sm: 4 }} spacing="xs">
        {media?.map((item) => (
          <button
            key={item.id}
            type="button"
            className="media-choice"
            aria-label={item.alt || item.name}
            title={item.alt || item.name}
            onClick={() => pick(item.id)}
          >
            {kind === 'video' ? (
              <VideoFrame item={item} />
            ) : (
              <img src={item.url} alt="" width={item.width} height={item.height} loading="lazy" />
            )}
          </button>
        ))}
      </SimpleGrid>
      <MoreButton query={query} />
    </Modal>
  )
}

export default MediaPicker
