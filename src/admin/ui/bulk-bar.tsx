import { Button, CloseButton, Group, Text } from '@mantine/core'
import { Progress } from './progress.tsx'

interface Props<A extends string> {
  label: string
  count: number
  /** Labels by action. One that begins with `Delete` is marked as grave. */
  actions: readonly (readonly [action: A, label: string])[]
  progress?: { at: number; of: number } | undefined
  /** The action that is running. */
  busy?: A | undefined
  act(action: A): void
  close(): void
}

/** Actions on all selected rows. */
export const BulkBar = <A extends string>({ label, count, actions, progress, busy, act, close }: Props<A>) => (
  <div className="bulk-bar" role="toolbar" aria-label={label}>
    <Text size="sm" fw={600} role="status">
      {progress ? `${progress.at} of ${progress.of}` : `${count} selected`}
    </Text>
    {progress ? (
      <Progress value={(progress.at / progress.of) * 100} className="progress-wide" aria-label="Progress" />
    ) : (
      <Group gap={6}>
        {actions.map(([action, name]) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            c={`var(--mantine-color-${name.startsWith('Delete') ? 'error' : 'text'})`}
            loading={busy === action}
            disabled={busy !== undefined && busy !== action}
            onClick={() => act(action)}
          >
            {name}
          </Button>
        ))}
      </Group>
    )}
    <CloseButton size="sm" aria-label="Clear the selection" onClick={close} />
  </div>
)
