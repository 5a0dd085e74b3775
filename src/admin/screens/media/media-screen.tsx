import { Button } from '@mantine/core'
import Trash from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pictureTypes } from '../../api/fit-for-upload.ts'
import { picturesIn } from '../../ui/pictures-in.ts'
import { Screen } from '../../ui/screen.tsx'
import { MediaGrid } from './media-grid.tsx'
import { UploadList } from './upload-list.tsx'
import { uploads } from './uploads.ts'

/** Pictures: sent by choosing, dropping or pasting, several at once. */
export const MediaScreen = () => {
  const [params, setParams] = useSearchParams()
  const trash = params.has('trash')
  const [over, setOver] = useState(false)

  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const pictures = picturesIn(data)
      if (pictures.length === 0) return
      event.preventDefault()
      uploads.add(pictures)
    }
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const onDrop = (event: DragEvent) => {
      setOver(false)
      event.preventDefault()
      take(event, event.dataTransfer)
    }
    const onDragOver = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.dataTransfer?.types.includes('Files') ?? false)
    }
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    document.addEventListener('paste', onPaste)
    document.addEventListener('drop', onDrop)
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
    }
  }, [])

  return (
    <Screen
      title={trash ? 'Media: trash' : 'Media'}
      lead={trash ? 'Deleted pictures.' : 'Choose files, drop them anywhere on this screen, or paste one.'}
      actions={
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={trash ? undefined : <Trash size={15} aria-hidden />}
            onClick={() => setParams(trash ? {} : { trash: '' })}
          >
            {trash ? 'Leave the trash' : 'Trash'}
          </Button>
          <label className="file-button" data-large>
            <input
              type="file"
              multiple
              accept={pictureTypes}
              onChange={(event) => {
                uploads.add([...(event.currentTarget.files ?? [])])
                event.currentTarget.value = ''
              }}
            />
            <Upload size={16} aria-hidden />
            Upload pictures
          </label>
        </>
      }
    >
      <UploadList />
      <MediaGrid trash={trash} />
      {over && (
        <div className="drop-veil" aria-hidden>
          Drop to upload
        </div>
      )}
    </Screen>
  )
}
