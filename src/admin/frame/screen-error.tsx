import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { asApiError } from '../api/client.ts'
import { Screen } from '../ui/screen.tsx'

/** Replaces a screen that failed to render. The rest of the app stays usable. */
export const ScreenError = () => {
  const error = asApiError(useRouteError())
  const { revalidate } = useRevalidator()
  return (
    <Stack className="screen" gap="md" role="alert">
      <Title order={1}>This screen failed</Title>
      <Text>
        Everything saved is safe, and the other screens still work. Unsaved text is kept on this device and comes back
        when you open the form again.
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
          Reload the app
        </Button>
      </Group>
    </Stack>
  )
}

export const NotFoundScreen = () => (
  <Screen title="Nothing here">
    <Text>
      There is no screen at this address. Choose one in the sidebar, search above, or{' '}
      <Anchor component={Link} to="/admin" underline="always">
        go to About
      </Anchor>
      .
    </Text>
  </Screen>
)
