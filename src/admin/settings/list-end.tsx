import { Button, Text } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'

interface ListEndProps {
  problem: string | undefined
  /** Label of the button; null when the list is full. */
  add: string | null
  onAdd(): void
}

/** Problem of a list setting and the button to add an item. */
export const ListEnd = ({ problem, add, onAdd }: ListEndProps) => (
  <>
    {problem && (
      <Text size="xs" c="red" role="alert" mt={4}>
        {problem}
      </Text>
    )}
    {add !== null && (
      <Button size="xs" variant="default" mt="xs" leftSection={<Plus size={14} aria-hidden />} onClick={onAdd}>
        {add}
      </Button>
    )}
  </>
)
