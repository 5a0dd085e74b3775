import { Alert, Button, Stack, Text } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { asApiError } from '../api/api-error.ts'

export const LoadFailure = ({ error, retry }: { error: unknown; retry: () => unknown }) => {
  const { message, requestId } = asApiError(error)
  return (
    <Alert color="red" variant="light" title="This could not be loaded" icon={<CircleAlert size={18} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {requestId && (
          <Text size="xs" ff="monospace">
            Reference {requestId}
          </Text>
        )}
        <Button size="xs" onClick={() => retry()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
