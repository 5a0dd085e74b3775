import { Button, Group, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { altLimit, type MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/api-error.ts'
import { forgetMedia, media } from '../media/media-api.ts'
import { toastChange } from '../ui/undo.ts'

const MediaDialog = lazy(() => import('../media/media-dialog.tsx').then((module) => ({ default: module.MediaDialog })))

/** Description, focal point and crop of an image where it is chosen. Asks for a missing description and requires none. */
const ImageDetails = ({ item }: { item: MediaItem }) => {
  /** Undefined while it is as stored. */
  const [typed, setTyped] = useState<string>()
  const text = typed ?? item.alt
  const [problem, setProblem] = useState<string>()
  const [open, setOpen] = useState(false)
  const save = async () => {
    if (text.trim() === item.alt) return
    try {
      await media.update(item.id, { alt: text }, item.version)
      setProblem(undefined)
      setTyped(undefined)
      toastChange('Description saved')
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(fields.alt ?? message)
    }
    void forgetMedia()
  }
  return (
    <div className="image-details">
      <Textarea
        size="xs"
        label="Description"
        description={item.alt === '' ? 'For people who cannot see it. What does it show?' : undefined}
        placeholder="Leave empty for decoration"
        autosize
        minRows={1}
        maxLength={altLimit}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        onBlur={() => void save()}
      />
      <Group gap="xs" mt={6}>
        <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
          {item.vector ? 'Focal point' : 'Focal point and crop'}
        </Button>
        {item.alt === '' && (
          <Text size="xs" c="dimmed">
            No description yet
          </Text>
        )}
      </Group>
      {open && (
        <Suspense>
          <MediaDialog
            item={item}
            close={() => setOpen(false)}
            onReplaced={() => {
              setOpen(false)
              toastChange('Image replaced')
              void forgetMedia()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

export default ImageDetails
