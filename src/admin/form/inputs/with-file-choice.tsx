import { Anchor, Button, Group, Text } from '@mantine/core'
import FileText from 'lucide-react/icons/file-text'
import { lazy, Suspense, useState } from 'react'
import { FileButton } from '../../media/file-button.tsx'
import { pdfTypes } from '../../media/fit-for-upload.ts'
import { forgetMedia, useMedia } from '../../media/media-api.ts'
import { upload } from '../../media/upload-api.ts'
import { useUpload } from '../../media/use-upload.tsx'
import { fileSize } from '../../ui/file-size.ts'
import type { Input, InputProps } from './input.ts'

const FilePicker = lazy(() => import('./file-picker.tsx'))

/** Adds to an input of a link the choice of a file of Media, and the upload of one. */
export const withFileChoice = (LinkInput: Input): Input => {
  const WithFileChoice = (props: InputProps) => {
    const { value, error, onChange } = props
    const [picking, setPicking] = useState(false)
    const files = useMedia({ kind: 'file', limit: 200 })
    const { progress, problem, start } = useUpload(async (file, options) => {
      onChange((await upload(file, options)).url)
      void forgetMedia()
    })
    const file = files.data?.pages.flatMap(({ media }) => media).find(({ url }) => url === value)
    return (
      <div>
        <LinkInput {...props} error={problem ?? error} />
        <Group gap="xs" mt={6}>
          <FileButton look="quiet" accept={pdfTypes} onFiles={([chosen]) => void start(chosen)}>
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
          {progress}
          {!progress && file && (
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
