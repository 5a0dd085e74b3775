import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { Progress } from '../ui/progress.tsx'
import { fitForUpload } from './fit-for-upload.ts'
import type { UploadOptions } from './upload-api.ts'

/** Upload of one file with its progress, 0–1. Another file takes its place. */
export const useUpload = (send: (file: File, options: UploadOptions) => Promise<unknown>) => {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  const start = async (file: File | undefined) => {
    if (!file) return
    cancel()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      await send(await fitForUpload(file), { onProgress: setShare, signal: controller.signal })
    } catch (error) {
      if (!controller.signal.aborted) setProblem(asApiError(error).message)
    } finally {
      if (running.current === controller) setShare(undefined)
    }
  }
  const progress = share !== undefined && (
    <Group gap="xs" mt={8} wrap="nowrap" role="status">
      <Progress value={share * 100} className="progress-wide" waiting={share === 1} aria-label="Uploading" />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  )
  return { progress, problem, start, cancel }
}
