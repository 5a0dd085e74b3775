import { Button } from '@mantine/core'
import Upload from 'lucide-react/icons/upload'
import type { ComponentProps } from 'react'
import { acceptedImages, pdfTypes, videoTypes } from './upload-state.ts'
import { uploads } from './uploads.ts'

interface Props {
  children: string
  size?: 'xs' | 'sm'
  /** Not the main action where it stands. */
  isQuiet?: boolean
  Icon?: typeof Upload
  /** Types of files to choose from; images unless said otherwise. */
  accept?: string
  onFiles(files: File[]): void
  /** Attributes of the file input. */
  input?: ComponentProps<'input'>
}

export const FileButton = ({
  children,
  size = 'xs',
  isQuiet = false,
  Icon = Upload,
  accept = acceptedImages,
  onFiles,
  input,
}: Props) => (
  <Button
    component="label"
    className="file-button"
    size={size}
    variant={isQuiet ? 'default' : 'filled'}
    leftSection={<Icon size={15} aria-hidden />}
  >
    <input
      type="file"
      accept={accept}
      {...input}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
    {children}
  </Button>
)

/** Chooses images, videos and PDFs, and starts their upload. */
export const UploadButton = ({ children }: { children: string }) => (
  <FileButton
    size="sm"
    accept={[acceptedImages, videoTypes, pdfTypes].join()}
    onFiles={uploads.add}
    input={{ multiple: true }}
  >
    {children}
  </FileButton>
)
