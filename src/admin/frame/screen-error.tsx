import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useRevalidator, useRouteError } from 'react-router'
import { asApiError } from '../api/api-error.ts'

/** Shown in place of a screen that broke. The rest of the app, and what was typed and kept, stay. */
export const ScreenError = () => {
  const error = asApiError(useRouteError())
  const { revalidate } = useRevalidator()
  return (
    <Stack className="screen" gap="md" role="alert">
      <Title order={1}>This screen broke</Title>
      <Text>
        The rest still works, and nothing that was saved is gone. Text that you typed is kept on this device and comes
        back when you open the form again.
      </Text>
      <Code block>{error.message}</Code>
      {error.requestId && (
        <Text size="sm" c="dimmed">
          Reference {error.requestId}
        </Text>
      )}
      <Group>
        <Button onClick={() => revalidate()}>Try again</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the app anew
        </Button>
      </Group>
    </Stack>
  )
}
