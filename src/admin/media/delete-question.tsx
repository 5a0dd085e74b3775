import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Asks before an image in use is deleted. The safe answer has the focus. */
export const DeleteQuestion = ({
  what,
  useCount,
  remove,
  cancel,
}: {
  /** The noun in its sentence: `image`, `file`. */
  what: string
  useCount: number | undefined
  remove(): void
  cancel(): void
}) => {
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => cancelButton.current?.focus(), [])
  const count = useCount === undefined ? '' : useCount === 1 ? ' in one place' : ` in ${useCount} places`
  return (
    <Alert color="red" variant="light" role="alert" title={`This ${what} is in use${count}`}>
      <Text size="sm">It disappears wherever it is used. You can restore it from the trash.</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" color="red" onClick={remove}>
          Delete anyway
        </Button>
        <Button size="xs" variant="default" onClick={cancel} ref={cancelButton}>
          Keep it
        </Button>
      </Group>
    </Alert>
  )
}
