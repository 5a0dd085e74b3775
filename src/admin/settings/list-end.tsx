import { Button, Text } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'

interface ListEndProps {
  problem: string | undefined
  /** The words of the button; null when there is no room for another. */
  add: string | null
  onAdd(): void
}

/** What stands below a list in Settings: what is wrong with all of it, and the way to another. */
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
