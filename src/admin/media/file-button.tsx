import Upload from 'lucide-react/icons/upload'
import type { ComponentProps } from 'react'
import { acceptedImages, pdfTypes, videoTypes } from './upload-state.ts'
import { uploads } from './uploads.ts'

interface Props {
  children: string
  look?: 'large' | 'quiet'
  Icon?: typeof Upload
  /** Types of files to choose from; images unless said otherwise. */
  accept?: string
  onFiles(files: File[]): void
  /** Attributes of the file input. */
  input?: ComponentProps<'input'>
}

export const FileButton = ({ children, look, Icon = Upload, accept = acceptedImages, onFiles, input }: Props) => (
  <label className="file-button" data-large={look === 'large' || undefined} data-quiet={look === 'quiet' || undefined}>
    <input
      type="file"
      accept={accept}
      {...input}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
    <Icon size={15} aria-hidden />
    {children}
  </label>
)

/** Chooses images, videos and PDFs, and starts their upload. */
export const UploadButton = ({ children }: { children: string }) => (
  <FileButton
    look="large"
    accept={[acceptedImages, videoTypes, pdfTypes].join()}
    onFiles={uploads.add}
    input={{ multiple: true }}
  >
    {children}
  </FileButton>
)
