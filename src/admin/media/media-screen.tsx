import { Button } from '@mantine/core'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { imagesIn } from '../content/images-in.ts'
import { Screen } from '../ui/screen.tsx'
import { MediaGrid } from './media-grid.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { uploads } from './uploads.ts'

/** Media library. Files are chosen, dropped or pasted, several at once. */
export const MediaScreen = () => {
  const [params, setParams] = useSearchParams()
  const trash = params.has('trash')
  const [over, setOver] = useState(false)

  useEffect(() => {
    // Ignored while a dialog is open: it would be unclear which image the file is for.
    const busy = () => document.querySelector('[role="dialog"]') !== null
    const take = (event: Event, files: readonly File[]) => {
      if (files.length === 0 || busy()) return
      event.preventDefault()
      uploads.add(files)
    }
    const onPaste = (event: ClipboardEvent) => take(event, imagesIn(event.clipboardData))
    const onDrop = (event: DragEvent) => {
      setOver(false)
      event.preventDefault()
      // Other files are rejected with a message instead of being ignored.
      take(event, [...(event.dataTransfer?.files ?? [])])
    }
    const onDragOver = (event: DragEvent) => {
      event.preventDefault()
      setOver(!busy() && (event.dataTransfer?.types.includes('Files') ?? false))
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
      lead={trash ? 'Deleted images.' : 'Choose files, drop them anywhere on this screen, or paste one.'}
      actions={
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={trash ? undefined : <Trash size={15} aria-hidden />}
            onClick={() => setParams(trash ? {} : { trash: '' })}
          >
            {trash ? 'Close the trash' : 'Trash'}
          </Button>
          <UploadButton>Upload images</UploadButton>
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
