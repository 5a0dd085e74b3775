import { Button, Stack, Text, Title } from '@mantine/core'

export const Unreachable = ({ message, retry }: { message: string; retry: () => void }) => (
  <Stack component="main" className="plain-screen" gap="md">
    <Title order={1}>No answer</Title>
    <Text>{message}</Text>
    <Button onClick={retry} w="fit-content">
      Try again
    </Button>
  </Stack>
)
