import { Button, CloseButton, Group, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { AwaitedFile } from '../../model/media/awaited-file.ts'
import { useAccount } from '../session/session.tsx'
import { Progress } from '../ui/progress.tsx'
import { account, awaitedBy, countOf, isUnderWay, list, progressOf, type Upload } from './upload-state.ts'
import { uploads } from './uploads.ts'

interface LineProps {
  upload: Upload
  /** Stops it; without it, the upload alone. */
  cancel?(): void
}

/** One upload: how far it is, or what is wrong with it. */
const UploadLine = ({
  upload: { id, name, share, state, problem, isKnown, isKept },
  cancel = () => uploads.cancel(id),
}: LineProps) => (
  <Group gap="sm" className="upload-line">
    <Text size="sm" className="upload-name">
      {name}
    </Text>
    {problem !== undefined && (
      <>
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => uploads.retry(id)}>
          Try again
        </Button>
      </>
    )}
    {state === 'done' ? (
      <>
        <Check size={16} aria-label="Done" />
        {isKnown && (
          <Text size="sm" role="status">
            This file already exists.
          </Text>
        )}
      </>
    ) : (
      <>
        {problem === undefined && (
          <Progress
            className="upload-progress"
            value={share * 100}
            waiting={share === 1}
            aria-label={`Uploading ${name}`}
          />
        )}
        <CloseButton size="sm" aria-label={`Cancel ${name}`} onClick={cancel} />
        {isKept === false && state !== 'failed' && (
          <Text size="xs" c="dimmed">
            Too much to keep in this browser: leave this tab open until it is uploaded.
          </Text>
        )}
      </>
    )}
  </Group>
)

const useUploads = (): readonly Upload[] => useSyncExternalStore(list.listen, list.get)

/** All uploads with their progress. */
export const UploadList = () => {
  const all = useUploads()
  if (all.length === 0) return null
  return (
    <ul className="upload-list surface" aria-label="Uploads">
      {all.map((upload) => (
        <li key={upload.id}>
          <UploadLine upload={upload} />
        </li>
      ))}
    </ul>
  )
}

/** Text of the button while publishing waits for uploads that this data awaits. */
export const WaitText = ({ data }: { data: unknown }) => {
  useUploads()
  const under = awaitedBy(data)
  const text = `Publishing when ${countOf(under)} ${under.length === 1 ? 'is' : 'are'} uploaded…`
  return (
    <span>
      {text} <span aria-hidden>{progressOf(under)}</span>
      <span role="status" className="visually-hidden">
        {text}
      </span>
    </span>
  )
}

/** In the place of a file that a draft awaits: its upload, or that it is missing here. */
export const AwaitedLine = ({ file: { id, name }, clear }: { file: AwaitedFile; clear(): void }) => {
  const upload = useUploads().find((one) => one.id === id)
  const [isMissing, setMissing] = useState(false)
  const isUnknown = upload === undefined
  useEffect(() => {
    if (!isUnknown) return
    let isStopped = false
    const done = () => isStopped || setMissing(true)
    // Another tab may have it.
    uploads.resume().then(done, done)
    return () => {
      isStopped = true
    }
  }, [isUnknown])
  const cancel = () => {
    uploads.cancel(id)
    clear()
  }
  if (upload) return <UploadLine upload={upload} cancel={cancel} />
  return (
    <Text size="sm" mt={6} c={isMissing ? 'var(--mantine-color-error)' : 'dimmed'}>
      {isMissing
        ? `“${name}” was not uploaded from this browser. Pick it again, or open the browser in which it was picked.`
        : name}
    </Text>
  )
}

/** Running and failed uploads on every screen, quietly. Resumes those that an earlier tab left. */
export const UploadIndicator = () => {
  const { id } = useAccount()
  const { pathname } = useLocation()
  const all = useUploads()
  useEffect(() => {
    account.set(id)
    uploads.resume().catch(() => {})
  }, [id])
  const failed = all.filter(({ state }) => state === 'failed')
  const under = all.filter(isUnderWay)
  // Media lists them itself.
  if (failed.length + under.length === 0 || pathname === '/admin/media') return null
  return (
    <details className="upload-indicator" data-failed={failed.length > 0 || undefined}>
      <summary>
        {failed.length > 0 ? `${countOf(failed)} not uploaded` : `Uploading ${countOf(under)}`}
        {under.length > 0 && <span aria-hidden> · {progressOf(under)}</span>}
      </summary>
      <UploadList />
    </details>
  )
}
