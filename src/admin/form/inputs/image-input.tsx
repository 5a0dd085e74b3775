import { Button, Group, Input as Labelled, Text } from '@mantine/core'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useId, useState } from 'react'
import { FileButton } from '../../media/file-button.tsx'
import { imagesIn } from '../../media/fit-for-upload.ts'
import { forgetMedia, useMediaItem } from '../../media/media-api.ts'
import { upload } from '../../media/upload-api.ts'
import { useUpload } from '../../media/use-upload.tsx'
import { type InputProps, inputTraits } from './input.ts'

const MediaPicker = lazy(() => import('./media-picker.tsx'))
const ImageDetails = lazy(() => import('./image-details.tsx'))

export const ImageInput = (props: InputProps) => {
  const { label, description, required, error } = inputTraits(props)
  const { onChange } = props
  const id = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const { data: item, isError } = useMediaItem(id)
  const [picking, setPicking] = useState(false)
  const [over, setOver] = useState(false)
  const field = useId()
  const { progress, problem, start } = useUpload(async (file, options) => {
    onChange((await upload(file, options)).id)
    void forgetMedia()
  })
  const startFirst = (event: DragEvent | ClipboardEvent, files: File[]) => {
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    void start(files[0])
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
        onDrop={(event) => startFirst(event, imagesIn(event.dataTransfer))}
        onPaste={(event) => startFirst(event, imagesIn(event.clipboardData))}
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
            <FileButton
              onFiles={([file]) => void start(file)}
              input={{
                id: field,
                name: props.name,
                required: required && id === null,
                'aria-invalid': wrong ? true : undefined,
                'aria-describedby': wrong ? `${field}-error` : undefined,
              }}
            >
              {item ? 'Replace' : 'Upload'}
            </FileButton>
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
            {progress || (
              <Text size="xs" c="dimmed" mt={6}>
                {isError ? 'This image was deleted. Choose another.' : (item?.name ?? 'Drop or paste an image here.')}
              </Text>
            )}
          </div>
        </div>
      </div>
      {item && !progress && (
        <Suspense>
          <ImageDetails key={`${item.id} ${item.version}`} item={item} />
        </Suspense>
      )}
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
