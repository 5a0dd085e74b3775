import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import type { BulkAction } from './use-bulk.ts'

interface Props {
  count: number
  progress: { at: number; of: number } | undefined
  run(action: BulkAction): void
  close(): void
}

export const BulkBar = ({ count, progress, run, close }: Props) => (
  <div className="bulk-bar" role="toolbar" aria-label="Selected entries">
    <Text size="sm" fw={600} role="status">
      {progress ? `${progress.at} of ${progress.of}` : `${count} selected`}
    </Text>
    {progress ? (
      <Progress value={(progress.at / progress.of) * 100} w={140} aria-label="Progress" />
    ) : (
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => run('publish')}>
          Publish
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => run('unpublish')}>
          Unpublish
        </Button>
        <Button size="compact-sm" variant="default" c="var(--mantine-color-error)" onClick={() => run('remove')}>
          Delete
        </Button>
      </Group>
    )}
    <CloseButton size="sm" aria-label="Clear the selection" onClick={close} />
  </div>
)
