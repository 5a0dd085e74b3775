import { Alert, List, Text } from '@mantine/core'
import { blanksIn } from '../../model/pages/blanks.ts'

/** Names what a page from a starter leaves to the owner; nothing once all of it is filled in. */
export const BlanksNotice = ({ blocks }: { blocks: unknown }) => {
  const blanks = blanksIn(blocks)
  if (blanks.length === 0) return null
  return (
    <Alert color="yellow" variant="light" p="sm" mb="md" role="group" title="To be filled in before it is published">
      <Text size="sm">
        Replace each text between [[ and ]], the marks included, and check the rest. A starter is no legal advice.
      </Text>
      <List size="sm" mt={4}>
        {blanks.map((blank) => (
          <List.Item key={blank}>{blank}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
