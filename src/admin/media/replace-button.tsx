import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { Problem } from '../form/use-submit.tsx'
import { FileButton } from './file-button.tsx'
import { imageTypes, pdfTypes } from './fit-for-upload.ts'
import { uploadReplacement } from './upload-api.ts'
import { useUpload } from './use-upload.tsx'

export const ReplaceButton = ({ item, onReplaced }: { item: MediaItem; onReplaced(by: MediaItem): void }) => {
  const { progress, problem, start, cancel } = useUpload(async (file, options) =>
    onReplaced(await uploadReplacement(item.id, file, options)),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog closes.
  useEffect(() => cancel, [])
  return (
    <>
      {progress || (
        <FileButton
          look="quiet"
          accept={item.kind === 'file' ? pdfTypes : imageTypes}
          Icon={RefreshCw}
          onFiles={([file]) => void start(file)}
        >
          Replace
        </FileButton>
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
