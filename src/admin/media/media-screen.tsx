import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { openDialogs } from '../ui/open-dialogs.ts'
import { Screen } from '../ui/screen.tsx'
import { UploadButton } from './file-button.tsx'
import { filesIn } from './fit-for-upload.ts'
import { MediaFilters, useMediaFilters } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import { UploadList } from './upload-list.tsx'
import { uploads } from './uploads.ts'

export const MediaScreen = () => {
  const [params, setParams] = useSearchParams()
  const trash = params.has('trash')
  const [over, setOver] = useState(false)
  const { query, set, reset } = useMediaFilters()

  // Ignored while a dialog is open: it would be unclear which image the file is for.
  const busy = () => document.querySelector(openDialogs) !== null
  const take = (event: Event, files: readonly File[]) => {
    if (files.length === 0 || busy()) return
    event.preventDefault()
    uploads.add(files)
  }
  useWindowEvent('paste', (event) => take(event, filesIn(event.clipboardData)))
  useWindowEvent('drop', (event) => {
    setOver(false)
    event.preventDefault()
    // Other files are rejected with a message instead of being ignored.
    take(event, [...(event.dataTransfer?.files ?? [])])
  })
  useWindowEvent('dragover', (event) => {
    event.preventDefault()
    setOver(!busy() && (event.dataTransfer?.types.includes('Files') ?? false))
  })
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setOver(false))

  return (
    <Screen
      title={trash ? 'Media: trash' : 'Media'}
      lead={trash ? 'Deleted images and files.' : 'Choose files, drop them anywhere on this screen, or paste one.'}
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
          <UploadButton>Upload files</UploadButton>
        </>
      }
    >
      <UploadList />
      <MediaFilters query={query} set={set} />
      <MediaGrid key={trash ? 'trash' : 'media'} query={{ ...query, trash }} reset={reset} />
      {over && (
        <div className="drop-veil" aria-hidden>
          Drop to upload
        </div>
      )}
    </Screen>
  )
}
