import Upload from 'lucide-react/icons/upload'
import { imageTypes } from './fit-for-upload.ts'
import { uploads } from './uploads.ts'

export const UploadButton = ({ children }: { children: string }) => (
  <label className="file-button" data-large>
    <input
      type="file"
      multiple
      accept={imageTypes}
      onChange={(event) => {
        uploads.add([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
    <Upload size={16} aria-hidden />
    {children}
  </label>
)
