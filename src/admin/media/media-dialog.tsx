import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import CropIcon from 'lucide-react/icons/crop'
import { lazy, Suspense, useRef, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { Problem } from '../form/use-submit.tsx'
import { fileSize } from '../ui/file-size.ts'
import { Loading } from '../ui/loading.tsx'
import { Modal } from '../ui/modal.tsx'
import { DeleteFoot } from './delete-foot.tsx'
import { DescriptionInput } from './description-input.tsx'
import { FocalPoint } from './focal-point.tsx'
import { originalOf } from './media-api.ts'
import { MediaUses } from './media-uses.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { useMediaDraft } from './use-media-draft.ts'
import { useMediaSave } from './use-media-save.ts'

const CropEditor = lazy(() => import('./crop-editor.tsx'))

interface Props {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of an image: what it shows, its description, where it is used. */
export const MediaDialog = ({ item, onReplaced, close }: Props) => {
  const draft = useMediaDraft(item)
  const [cropping, setCropping] = useState(false)
  const { save, busy, problem } = useMediaSave(item, close)
  const cropButton = useRef<HTMLButtonElement>(null)

  return (
    <Modal opened onClose={close} title={item.name} size="lg">
      <Stack gap="md">
        {cropping ? (
          <Suspense fallback={<Loading h={260} />}>
            <CropEditor
              item={item}
              whole={draft.whole}
              crop={draft.crop}
              around={draft.point}
              set={draft.setCrop}
              done={() => {
                setCropping(false)
                requestAnimationFrame(() => cropButton.current?.focus())
              }}
            />
          </Suspense>
        ) : (
          <>
            <FocalPoint item={item} pending={draft.pending} focus={draft.focus} set={draft.setFocus} />
            <Group gap="xs">
              {!item.vector && (
                <Button
                  variant="default"
                  size="xs"
                  ref={cropButton}
                  leftSection={<CropIcon size={15} aria-hidden />}
                  onClick={() => setCropping(true)}
                >
                  Crop
                </Button>
              )}
              <ReplaceButton item={item} onReplaced={onReplaced} />
            </Group>
          </>
        )}
        <DescriptionInput
          value={draft.alt}
          error={problem.alt}
          help="Read aloud by screen readers. Leave empty for decoration."
          onChange={draft.setAlt}
        />
        <MediaUses item={item} />
        <Text size="xs" c="dimmed" ff="monospace">
          {item.width} × {item.height} ·{' '}
          <Anchor href={originalOf(item.id)} target="_blank" size="xs" ff="monospace">
            original {draft.whole.width} × {draft.whole.height} {item.type.replace('image/', '').replace('+xml', '')} ·{' '}
            {fileSize(item.size)}
          </Anchor>
        </Text>
        {problem.other && <Problem>{problem.other}</Problem>}
        <DeleteFoot item={item} close={close}>
          <Button loading={busy} onClick={() => save(draft.patch, draft.pending ? 'Image cropped' : 'Image saved')}>
            Save
          </Button>
        </DeleteFoot>
      </Stack>
    </Modal>
  )
}
