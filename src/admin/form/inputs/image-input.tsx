import { Button, Group, Input as Labelled, Progress, Text } from '@mantine/core'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import Upload from 'lucide-react/icons/upload'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { imagesIn } from '../../content/images-in.ts'
import { fitForUpload, imageTypes } from '../../media/fit-for-upload.ts'
import { forgetMedia, useMediaItem } from '../../media/media-api.ts'
import { upload } from '../../media/upload-api.ts'
import { type InputProps, inputTraits } from './input.ts'

const MediaPicker = lazy(() => import('./media-picker.tsx'))

export const ImageInput = (props: InputProps) => {
  const { label, description, required, error } = inputTraits(props)
  const { onChange } = props
  const id = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const { data: item, isError } = useMediaItem(id)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [picking, setPicking] = useState(false)
  const [over, setOver] = useState(false)
  const sending = useRef<AbortController>(undefined)
  const field = useId()

  const send = async (file: File | undefined) => {
    if (!file) return
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setProblem(undefined)
    setProgress(0)
    try {
      const fit = await fitForUpload(file)
      const stored = await upload(fit, { onProgress: (share) => setProgress(share * 100), signal: controller.signal })
      onChange(stored.id)
      forgetMedia()
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(asApiError(failure).message)
    } finally {
      if (sending.current === controller) setProgress(undefined)
    }
  }
  const sendFirst = (event: DragEvent | ClipboardEvent, files: File[]) => {
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    void send(files[0])
  }

  const wrong = problem ?? error
  return (
    <Labelled.Wrapper id={field} label={label} description={description} withAsterisk={required} error={wrong}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same. */}
      <div
        className="image-input"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => sendFirst(event, imagesIn(event.dataTransfer))}
        onPaste={(event) => sendFirst(event, imagesIn(event.clipboardData))}
      >
        <div className="image-input-frame">
          {item ? (
            <img src={item.url} alt={item.alt} width={item.width} height={item.height} />
          ) : (
            <ImageOff size={22} aria-hidden />
          )}
        </div>
        <div>
          <Group gap="xs">
            <label className="file-button">
              <input
                id={field}
                type="file"
                name={props.name}
                accept={imageTypes}
                required={required && id === null}
                aria-invalid={wrong ? true : undefined}
                aria-describedby={wrong ? `${field}-error` : undefined}
                onChange={(event) => {
                  void send(event.currentTarget.files?.[0])
                  event.currentTarget.value = ''
                }}
              />
              <Upload size={15} aria-hidden />
              {item ? 'Replace' : 'Upload'}
            </label>
            <Button
              variant="default"
              size="xs"
              leftSection={<Images size={15} aria-hidden />}
              onClick={() => setPicking(true)}
            >
              Choose
            </Button>
            {id && !required && (
              <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </Group>
          <div role="status">
            {progress !== undefined ? (
              <Group gap="xs" mt={8} wrap="nowrap">
                <Progress value={progress} w={120} aria-label="Uploading" />
                <Button size="compact-xs" variant="subtle" onClick={() => sending.current?.abort()}>
                  Cancel
                </Button>
              </Group>
            ) : (
              <Text size="xs" c="dimmed" mt={6}>
                {isError ? 'This image was deleted. Choose another.' : (item?.name ?? 'Drop or paste an image here.')}
              </Text>
            )}
          </div>
        </div>
      </div>
      {picking && (
        <Suspense>
          <MediaPicker
            close={() => setPicking(false)}
            pick={(picked) => {
              setPicking(false)
              onChange(picked)
            }}
          />
        </Suspense>
      )}
    </Labelled.Wrapper>
  )
}
