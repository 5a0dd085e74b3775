import { Button, Group, Input as Labelled, Text } from '@mantine/core'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import VideoOff from 'lucide-react/icons/video-off'
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { awaitedFile, mediaIdIn } from '../../model/media/awaited-file.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/client.ts'
import { FileButton } from '../media/file-button.tsx'
import { useMediaItem } from '../media/media-api.ts'
import { acceptedImages, filesIn, videoTypes } from '../media/upload-state.ts'
import { uploads } from '../media/uploads.ts'
import { toast } from '../ui/toast.tsx'
import { lateDialog, useLoaded } from '../ui/use-loaded.ts'
import { type InputProps, inputTraits } from './input.ts'

const loadLines = () => import('../media/upload-list.tsx')

/** In the place of a file that a value awaits: how far it is. Undefined for any other value. */
export const useAwaited = (value: unknown, clear: () => void) => {
  const file = awaitedFile(value)
  const lines = useLoaded(loadLines, file !== undefined)
  if (!file) return undefined
  return lines ? <lines.AwaitedLine key={file.id} file={file} clear={clear} /> : file.name
}

const MediaPicker = lateDialog(() => import('./media-picker.tsx'))

const emptyTexts = { image: 'Drop or paste an image here.', video: 'Drop an MP4 or WebM of at most 30 MB here.' }

interface MediaInputProps extends InputProps {
  kind: 'image' | 'video'
  /** Types of files to choose from, as in `accept`. */
  accept: string
  /** The chosen item as it looks, or a note that there is none. */
  frame(item: MediaItem | undefined): ReactNode
  /** Inputs for its details. */
  details?(item: MediaItem): ReactNode
}

/** Chooses an image or a video of Media, or uploads one. */
const MediaInput = ({ kind, accept, frame, details, ...props }: MediaInputProps) => {
  const { label, description, required, error } = inputTraits(props)
  const { onChange } = props
  const isFilled = typeof props.value === 'string' && props.value !== ''
  const awaits = awaitedFile(props.value)
  const awaited = useAwaited(props.value, () => onChange(null))
  const id = mediaIdIn(props.value)
  const { data: item, error: failure } = useMediaItem(id)
  const isDeleted = asApiError(failure).code === 'not-found'
  const [picking, setPicking] = useState(false)
  const [over, setOver] = useState(false)
  const field = useId()
  const start = (file: File | undefined) => {
    if (!file) return
    if (awaits) uploads.cancel(awaits.id)
    onChange(uploads.place(file))
  }
  const ofKind = (data: DataTransfer | null) => filesIn(data).filter(({ type }) => type.startsWith(`${kind}/`))
  const startFirst = (event: DragEvent | ClipboardEvent, files: File[]) => {
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    start(files[0])
    if (files.length > 1) toast(`One ${kind} fits here: ${files[0]?.name}`, { tone: 'note' })
  }
  return (
    <Labelled.Wrapper id={field} label={label} description={description} withAsterisk={required} error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same. */}
      <div
        className="image-input surface"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => startFirst(event, ofKind(event.dataTransfer))}
        onPaste={(event) => startFirst(event, ofKind(event.clipboardData))}
      >
        <div className="image-input-frame">{frame(item)}</div>
        <div>
          <Group gap="xs">
            <FileButton
              accept={accept}
              onFiles={([file]) => start(file)}
              input={{
                id: field,
                name: props.name,
                required: required && !isFilled,
                'aria-invalid': error ? true : undefined,
                'aria-describedby': error ? `${field}-error` : undefined,
              }}
            >
              {item ? 'Replace' : 'Upload'}
            </FileButton>
            <Button
              variant="default"
              size="xs"
              aria-label={`Choose ${label.toLowerCase()}`}
              leftSection={<Images size={15} aria-hidden />}
              onClick={() => setPicking(true)}
            >
              Choose
            </Button>
            {isFilled && !awaits && !required && (
              <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </Group>
          <div role="status">
            {awaited ?? (
              <Text size="xs" c="dimmed" mt={6}>
                {isDeleted
                  ? `This ${kind} was deleted. Choose another.`
                  : (item?.name ?? (failure ? `The ${kind} could not be loaded.` : emptyTexts[kind]))}
              </Text>
            )}
          </div>
        </div>
      </div>
      {details && id && !isDeleted && (
        // As high from the start, so that the fields below stay where they are.
        <Suspense fallback={<div className="image-details" />}>
          {item ? details(item) : <div className="image-details" />}
        </Suspense>
      )}
      {picking && (
        <MediaPicker
          kind={kind}
          close={() => setPicking(false)}
          pick={(picked) => {
            setPicking(false)
            onChange(picked)
          }}
        />
      )}
    </Labelled.Wrapper>
  )
}

const ImageDetails = lazy(() => import('./image-details.tsx'))

export const ImageInput = (props: InputProps) => (
  <MediaInput
    {...props}
    kind="image"
    accept={acceptedImages}
    frame={(item) =>
      item ? (
        <img src={item.url} alt={item.alt} width={item.width} height={item.height} />
      ) : (
        <ImageOff size={22} aria-hidden />
      )
    }
    details={(item) => <ImageDetails key={item.id} item={item} />}
  />
)

// Few forms have a video.
const loadFrame = () => import('../media/video-frame.tsx')

export const VideoInput = (props: InputProps) => {
  const frames = useLoaded(loadFrame, true)
  return (
    <MediaInput
      {...props}
      kind="video"
      accept={videoTypes}
      frame={(item) => (item && frames ? <frames.VideoFrame item={item} /> : <VideoOff size={22} aria-hidden />)}
    />
  )
}
