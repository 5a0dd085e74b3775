import { Alert, Text } from '@mantine/core'
import { blanksIn } from '../../model/blocks/blocks-field.ts'

const title = 'To be filled in before it is published'

/** Names what a page from a starter leaves to the owner; nothing once all of it is filled in. */
const BlanksNotice = ({ blocks }: { blocks: unknown }) => {
  const blanks = blanksIn(blocks)
  if (blanks.length === 0) return null
  return (
    <Alert color="yellow" variant="light" p="sm" mb="md" role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">
        Replace each text between [[ and ]], the marks included, and check the rest. A starter is no legal advice.
      </Text>
      <ul className="bullets notice-list">
        {blanks.map((blank) => (
          <li key={blank}>{blank}</li>
        ))}
      </ul>
    </Alert>
  )
}

export default BlanksNotice
