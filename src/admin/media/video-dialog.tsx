import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { fileSize } from '../ui/file-size.ts'
import { Modal } from '../ui/modal.tsx'
import { DeleteFoot } from './delete-foot.tsx'
import { DescriptionInput } from './description-input.tsx'
import { MediaUses } from './media-uses.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { useMediaSave } from './use-media-save.ts'

interface Props {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of a video: the video itself, its description, where it is used. */
export const VideoDialog = ({ item, onReplaced, close }: Props) => {
  const [alt, setAlt] = useState(item.alt)
  const [playable, setPlayable] = useState(true)
  const { save, busy, problem } = useMediaSave(item, close)

  return (
    <Modal opened onClose={close} title={item.name} size="lg">
      <Stack gap="md">
        {/* biome-ignore lint/a11y/useMediaCaption: there are no caption files; the description below says what it shows. */}
        <video
          className="video-player"
          src={item.url}
          aria-label={item.alt || item.name}
          controls
          preload="metadata"
          playsInline
          onError={() => setPlayable(false)}
        />
        {!playable && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            This browser cannot play it, and visitors with the same browser cannot either. Export it as MP4 with H.264,
            or as WebM, and replace it.
          </Text>
        )}
        <Group gap="xs">
          <ReplaceButton item={item} onReplaced={onReplaced} />
        </Group>
        <DescriptionInput
          value={alt}
          error={problem.alt ?? problem.other}
          help="Read aloud by screen readers in place of the video."
          onChange={setAlt}
        />
        <MediaUses item={item} />
        <Text size="xs" c="dimmed" ff="monospace">
          {item.width} × {item.height} · {item.type === 'video/mp4' ? 'MP4' : 'WebM'} · {fileSize(item.size)}
        </Text>
        <DeleteFoot item={item} close={close}>
          <Button loading={busy} onClick={() => save(alt.trim() === item.alt ? {} : { alt }, 'Video saved')}>
            Save
          </Button>
        </DeleteFoot>
      </Stack>
    </Modal>
  )
}
