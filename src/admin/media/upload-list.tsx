import { Button, CloseButton, Group, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import { useSyncExternalStore } from 'react'
import { Progress } from '../ui/progress.tsx'
import { uploads } from './uploads.ts'

/** Uploads with their progress: those of one group, or all. */
export const UploadList = ({ group }: { group?: string }) => {
  const all = useSyncExternalStore(uploads.subscribe, uploads.list)
  const list = group === undefined ? all : all.filter((one) => one.group === group)
  if (list.length === 0) return null
  return (
    <ul className="upload-list" aria-label="Uploads">
      {list.map(({ id, name, share, state, problem, known }) => (
        <li key={id}>
          <Group gap="sm" wrap="nowrap">
            <Text size="sm" className="upload-name">
              {name}
            </Text>
            {state === 'failed' ? (
              <>
                <Text size="sm" c="var(--mantine-color-error)" role="alert">
                  {problem}
                </Text>
                <Button size="compact-xs" variant="default" onClick={() => uploads.retry(id)}>
                  Try again
                </Button>
              </>
            ) : state === 'done' ? (
              <>
                <Check size={16} aria-label="Done" />
                {known && (
                  <Text size="sm" role="status">
                    This file already exists.
                  </Text>
                )}
              </>
            ) : (
              <Progress
                className="upload-progress"
                value={share * 100}
                waiting={share === 1}
                aria-label={`Uploading ${name}`}
              />
            )}
            {state !== 'done' && (
              <CloseButton size="sm" aria-label={`Cancel ${name}`} onClick={() => uploads.cancel(id)} />
            )}
          </Group>
        </li>
      ))}
    </ul>
  )
}
