import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Asks before an image goes that is used somewhere; the harmless answer has the focus. */
export const DeleteQuestion = ({
  places,
  remove,
  keep,
}: {
  places: number | undefined
  remove(): void
  keep(): void
}) => {
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  const count = places === undefined ? '' : places === 1 ? ' in one place' : ` in ${places} places`
  return (
    <Alert color="red" variant="light" role="alert" title={`This image is in use${count}`}>
      <Text size="sm">Where it is used there will be none. It can be taken back from the trash.</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" color="red.9" onClick={remove}>
          Delete it all the same
        </Button>
        <Button size="xs" variant="default" onClick={keep} ref={harmless}>
          Keep it
        </Button>
      </Group>
    </Alert>
  )
}
