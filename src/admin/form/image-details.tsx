import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { altLimit, type MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/client.ts'
import { forgetMedia, updateMedia } from '../media/media-api.ts'
import { toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { useIsGone } from '../ui/use-is-gone.ts'
import { lateDialog } from '../ui/use-loaded.ts'
import { focusAfterUpload } from './focus-first.ts'

const MediaDialog = lateDialog(async () => ({ default: (await import('../media/media-dialog.tsx')).MediaDialog }))

/** Descriptions that wait for a connection, by the id of their image; the screen on which they were typed may be gone. */
const waiting = new Map<string, { text: string; save(): Promise<void> }>()
const saveWaiting = () => {
  for (const { save } of waiting.values()) void save()
}
window.addEventListener('online', saveWaiting)
/** A server that is away while the network is there comes back unannounced. */
const retryMs = 5000
let retry: number | undefined
window.addEventListener('beforeunload', (event) => {
  if (waiting.size > 0) event.preventDefault()
})

/** The last save of each description, by the id of its image. The server may have its text, though no answer came. */
const saves = new Map<string, { text: string; ended: Promise<unknown> }>()

/** Saves a description after the saves before it, over what they stored, and not over what was written elsewhere. */
const saveInTurn = ({ id, alt, version }: MediaItem, text: string): Promise<MediaItem> => {
  const before = saves.get(id)
  const saving = (async () => {
    await before?.ended
    try {
      return await updateMedia(id, { alt: text }, version)
    } catch (error) {
      const { code, current } = asApiError(error)
      const stored = current as MediaItem
      if (code !== 'stale-version' || ![alt, before?.text].includes(stored.alt)) throw error
      return updateMedia(id, { alt: text }, stored.version)
    }
  })()
  saves.set(id, { text: text.trim(), ended: saving.catch(() => {}) })
  return saving
}

/** Props of the input of an image's description, which is saved when it is left, with its form, and before it is put away. */
const useDescription = (item: MediaItem) => {
  /** Undefined while it is as stored. */
  const [typed, setTyped] = useState(waiting.get(item.id)?.text)
  const text = typed ?? item.alt
  const [problem, setProblem] = useState<string>()
  const sending = useRef<string>(undefined)
  const isGone = useIsGone()
  const newestText = useRef(text)
  newestText.current = text
  const isUnsaved = text.trim() !== item.alt
  const save = async () => {
    if (!isUnsaved) {
      setProblem(undefined)
      // Taken back as it was. A field that was drawn before the call failed has nothing typed, and leaves the waiting text alone.
      if (typed !== undefined) waiting.delete(item.id)
      return
    }
    if (sending.current === text) return
    sending.current = text
    try {
      await saveInTurn(item, text)
      waiting.delete(item.id)
      setProblem(undefined)
      // What was typed meanwhile stays.
      setTyped((now) => (now === text ? undefined : now))
      toastChange((count) => (count === 1 ? 'Description saved' : `${count} descriptions saved`))
    } catch (error) {
      const { code, fields, message } = asApiError(error)
      const isAway = code === 'offline' || code === 'unavailable'
      // Newer text is saved when its field is left, and has its own error.
      const isNewest = newestText.current === text
      if (isNewest) setProblem(fields.alt ?? message)
      if (isAway) {
        if (isNewest) waiting.set(item.id, { text, save })
        window.clearTimeout(retry)
        retry = window.setTimeout(saveWaiting, retryMs)
      } else {
        waiting.delete(item.id)
        if (isGone.current) toastError(error, 'The description was not saved')
      }
    }
    sending.current = undefined
    void forgetMedia()
  }
  const newest = useRef(save)
  newest.current = save
  // A field that is removed while it has the focus never loses it: by Back, or when another image is dropped on it.
  useEffect(() => () => void newest.current(), [])
  useWindowEvent('beforeunload', (event) => {
    if (!isUnsaved) return
    event.preventDefault()
    void save()
  })
  return {
    size: 'xs',
    placeholder: 'Leave empty for decoration',
    maxLength: altLimit,
    value: text,
    error: problem,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(currentTarget.value.replace(/[\r\n]+/g, ' ')),
    onBlur: () => void save(),
    // Held with the keys that save and publish its form, which are heard before any field.
    onKeyUp: ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') void save()
    },
  } as const
}

export const DescriptionLine = ({ item, label }: { item: MediaItem; label: string }) => (
  <TextInput {...useDescription(item)} aria-label={label} dir="auto" flex={1} />
)

/** Description, focal point and crop of an image where it is chosen. Asks for a missing description and requires none. */
const ImageDetails = ({ item }: { item: MediaItem }) => {
  const description = useDescription(item)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the image has come.
  useEffect(() => {
    if (item.alt === '') focusAfterUpload(input.current)
  }, [])
  return (
    <div className="image-details">
      <Textarea
        {...description}
        ref={input}
        label="Description"
        description={item.alt === '' ? 'For people who cannot see it. What does it show?' : undefined}
        autosize
        minRows={1}
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
        <MediaDialog
          item={item}
          close={() => setOpen(false)}
          onReplaced={() => {
            toastChange('Image replaced')
            void forgetMedia()
          }}
        />
      )}
    </div>
  )
}

export default ImageDetails
