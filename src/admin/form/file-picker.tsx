import { Text } from '@mantine/core'
import { useMedia } from '../media/media-api.ts'
import { FileIcon } from '../media/video-frame.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { fileSize } from '../ui/file-size.ts'
import { Loaded, MoreButton } from '../ui/loading.tsx'

const FilePicker = ({ pick, close }: { pick(url: string): void; close(): void }) => {
  const query = useMedia({ kind: 'file', limit: 60 })
  const files = query.data?.pages.flatMap(({ media }) => media) ?? []
  return (
    <Modal opened onClose={close} title="Choose a file">
      <Loaded query={query} h={160}>
        {() =>
          files.length === 0 && (
            <Text size="sm" c="dimmed">
              No files yet. Close this dialog and upload a PDF.
            </Text>
          )
        }
      </Loaded>
      <ul className="file-choices">
        {files.map(({ id, url, name, size }) => (
          <li key={id}>
            <button type="button" className="file-choice" onClick={() => pick(url)}>
              <FileIcon size={22} />
              <span className="file-choice-name">{name}</span>
              <Text span size="xs" c="dimmed">
                {fileSize(size)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </Modal>
  )
}

export default FilePicker
