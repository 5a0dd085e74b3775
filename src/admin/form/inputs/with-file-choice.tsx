import { Anchor, Button, Group, Text } from '@mantine/core'
import FileText from 'lucide-react/icons/file-text'
import { lazy, Suspense, useState } from 'react'
import { FileButton } from '../../media/file-button.tsx'
import { useMedia } from '../../media/media-api.ts'
import { pdfTypes } from '../../media/upload-state.ts'
import { uploads } from '../../media/uploads.ts'
import { fileSize } from '../../ui/file-size.ts'
import type { Input, InputProps } from './input.ts'
import { useAwaited } from './use-awaited.tsx'

const FilePicker = lazy(() => import('./file-picker.tsx'))

/** Adds to an input of a link the choice of a file of Media, and the upload of one. */
export const withFileChoice = (LinkInput: Input): Input => {
  const WithFileChoice = (props: InputProps) => {
    const { value, error, onChange } = props
    const [picking, setPicking] = useState(false)
    const files = useMedia({ kind: 'file', limit: 200 })
    const awaited = useAwaited(value, () => onChange(''))
    const file = files.data?.pages.flatMap(({ media }) => media).find(({ url }) => url === value)
    return (
      <div>
        <LinkInput {...props} error={error} value={awaited ? '' : value} />
        <Group gap="xs" mt={6}>
          <FileButton look="quiet" accept={pdfTypes} onFiles={([chosen]) => chosen && onChange(uploads.place(chosen))}>
            Upload a PDF
          </FileButton>
          <Button
            variant="default"
            size="xs"
            leftSection={<FileText size={15} aria-hidden />}
            onClick={() => setPicking(true)}
          >
            Choose a file
          </Button>
        </Group>
        <div role="status">
          {awaited}
          {!awaited && file && (
            <Text size="xs" c="dimmed" mt={6}>
              <Anchor href={file.url} size="xs" download>
                {file.name}
              </Anchor>
              , {fileSize(file.size)}
            </Text>
          )}
        </div>
        {picking && (
          <Suspense>
            <FilePicker
              close={() => setPicking(false)}
              pick={(url) => {
                setPicking(false)
                onChange(url)
              }}
            />
          </Suspense>
        )}
      </div>
    )
  }
  return WithFileChoice
}
