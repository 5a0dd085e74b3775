import { Button, Group, Progress } from '@mantine/core'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/api-error.ts'
import { Problem } from '../form/problem.tsx'
import { fitForUpload, imageTypes } from './fit-for-upload.ts'
import { uploadReplacement } from './upload-api.ts'

export const ReplaceButton = ({ item, onReplaced }: { item: MediaItem; onReplaced(by: MediaItem): void }) => {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const send = async (file: File | undefined) => {
    if (!file) return
    const controller = new AbortController()
    sending.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      const fit = await fitForUpload(file)
      onReplaced(await uploadReplacement(item.id, fit, { onProgress: setShare, signal: controller.signal }))
    } catch (error) {
      if (!controller.signal.aborted) setProblem(asApiError(error).message)
    }
    setShare(undefined)
  }

  return (
    <>
      {share === undefined ? (
        <label className="file-button" data-quiet>
          <input
            type="file"
            accept={imageTypes}
            onChange={(event) => {
              void send(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <RefreshCw size={15} aria-hidden />
          Replace
        </label>
      ) : (
        <Group gap="xs" wrap="nowrap" role="status">
          <Progress value={share * 100} w={96} animated={share === 1} aria-label="Uploading the new image" />
          <Button size="compact-xs" variant="subtle" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        </Group>
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
