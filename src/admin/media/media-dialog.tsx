import { Anchor, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import CropIcon from 'lucide-react/icons/crop'
import { lazy, Suspense, useRef, useState } from 'react'
import { altLimit, type MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/api-error.ts'
import { Problem } from '../form/use-submit.tsx'
import { toastChange } from '../history/toast-change.ts'
import { fileSize } from '../ui/file-size.ts'
import { Modal } from '../ui/modal.tsx'
import { DeleteFoot } from './delete-foot.tsx'
import { FocalPoint } from './focal-point.tsx'
import { forgetMedia, media, originalOf, useUses } from './media-api.ts'
import { MediaUses } from './media-uses.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { useMediaDraft } from './use-media-draft.ts'

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
  const [problem, setProblem] = useState<{ alt?: string | undefined; other?: string | undefined }>({})
  const [busy, setBusy] = useState(false)
  const cropButton = useRef<HTMLButtonElement>(null)
  const { data: uses, isError } = useUses(item.id)

  const save = async () => {
    if (!draft.changed) return close()
    setBusy(true)
    try {
      await media.update(item.id, draft.patch, item.version)
      void toastChange(draft.pending ? 'Image cropped' : 'Image saved')
      void forgetMedia()
      close()
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(fields.alt ? { alt: fields.alt } : { other: fields.crop ?? message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal opened onClose={close} title={item.name} size="lg">
      <Stack gap="md">
        {cropping ? (
          <Suspense fallback={<Skeleton h={260} />}>
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
        <Textarea
          label="Description"
          description="Read aloud by screen readers. Leave empty for decoration."
          autosize
          minRows={2}
          maxLength={altLimit}
          value={draft.alt}
          error={problem.alt}
          onChange={(event) =>
            draft.setAlt(event.currentTarget.value.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
          }
        />
        <MediaUses uses={uses} failed={isError} />
        <Text size="xs" c="dimmed" ff="monospace">
          {item.width} × {item.height} ·{' '}
          <Anchor href={originalOf(item.id)} target="_blank" size="xs" ff="monospace">
            original {draft.whole.width} × {draft.whole.height} {item.type.replace('image/', '').replace('+xml', '')} ·{' '}
            {fileSize(item.size)}
          </Anchor>
        </Text>
        {problem.other && <Problem>{problem.other}</Problem>}
        <DeleteFoot item={item} uses={uses} close={close}>
          <Button loading={busy} onClick={save}>
            Save
          </Button>
        </DeleteFoot>
      </Stack>
    </Modal>
  )
}
