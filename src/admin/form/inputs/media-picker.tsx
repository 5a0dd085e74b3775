import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useMedia } from '../../media/media-api.ts'
import { Loaded, MoreButton } from '../../ui/loaded.tsx'
import { Modal } from '../../ui/modal.tsx'

const MediaPicker = ({ pick, close }: { pick(id: string): void; close(): void }) => {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const query = useMedia({ limit: 60, kind: 'image', q })
  const media = query.data?.pages.flatMap((page) => page.media)
  return (
    <Modal opened onClose={close} title="Choose an image" size="lg">
      <TextInput
        type="search"
        size="sm"
        mb="sm"
        aria-label="Search images"
        placeholder="Search"
        leftSection={<Search size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Loaded query={query} h={200}>
        {() =>
          media?.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {q ? 'Nothing found.' : 'No images yet. Close this dialog and upload one.'}
            </Text>
          )
        }
      </Loaded>
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
      <MoreButton query={query} />
    </Modal>
  )
}

export default MediaPicker
