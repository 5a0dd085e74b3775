import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import Copy from 'lucide-react/icons/copy'
import type { MediaItem } from '../../model/media/media-item.ts'
import { fileSize } from '../ui/file-size.ts'
import { Modal } from '../ui/modal.tsx'
import { DeleteFoot } from './delete-foot.tsx'
import { FileIcon } from './file-icon.tsx'
import { MediaUses } from './media-uses.tsx'
import { ReplaceButton } from './replace-button.tsx'

interface Props {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of a PDF: its link, where it is used, and another file in its place. */
export const FileDialog = ({ item, onReplaced, close }: Props) => (
  <Modal opened onClose={close} title={item.name} size="lg">
    <Stack gap="md">
      <Group gap="md" wrap="nowrap">
        <FileIcon size={40} />
        <div className="file-facts">
          <Anchor href={item.url} download size="sm">
            Download
          </Anchor>
          <Text size="xs" c="dimmed">
            PDF · {fileSize(item.size)}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <CopyButton value={item.url}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" leftSection={<Copy size={15} aria-hidden />} onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        <ReplaceButton item={item} onReplaced={onReplaced} />
      </Group>
      <Text size="sm" c="dimmed">
        Paste the link into any address field, or into a text as [My CV]({item.url}). When you replace the file, all
        links lead to the new one.
      </Text>
      <MediaUses item={item} />
      <DeleteFoot item={item} close={close}>
        <Button onClick={close}>Done</Button>
      </DeleteFoot>
    </Stack>
  </Modal>
)
