import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect } from 'react'
import type { MediaItem, MediaKind } from '../../model/media/media-item.ts'
import { Problem } from '../form/use-submit.tsx'
import { FileButton } from './file-button.tsx'
import { imageTypes, pdfTypes, videoTypes } from './fit-for-upload.ts'
import { uploadReplacement } from './upload-api.ts'
import { useUpload } from './use-upload.tsx'

const types: Record<MediaKind, string> = { image: imageTypes, video: videoTypes, file: pdfTypes }

export const ReplaceButton = ({ item, onReplaced }: { item: MediaItem; onReplaced(by: MediaItem): void }) => {
  const { progress, problem, start, cancel } = useUpload(async (file, options) =>
    onReplaced(await uploadReplacement(item.id, file, options)),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog closes.
  useEffect(() => cancel, [])
  return (
    <>
      {progress || (
        <FileButton look="quiet" accept={types[item.kind]} Icon={RefreshCw} onFiles={([file]) => void start(file)}>
          Replace
        </FileButton>
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
