import { Button, Group, Text } from '@mantine/core'

interface Props {
  message: string
  reference?: string | undefined
  action?: string
  act?: () => unknown
  hide?: () => void
}

export const ToastBody = ({ message, reference, action, act, hide }: Props) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <div>
      <Text size="sm">{message}</Text>
      {reference && (
        <Text size="xs" c="dimmed" ff="monospace">
          Reference {reference}
        </Text>
      )}
    </div>
    {action && (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          hide?.()
          act?.()
        }}
      >
        {action}
      </Button>
    )}
  </Group>
)
