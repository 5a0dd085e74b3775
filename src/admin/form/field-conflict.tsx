import { Alert, Button, Group, Text } from '@mantine/core'
import type { Field } from '../../model/fields/fields.ts'
import { useCategoryName } from '../api/settings-api.ts'
import { asText, isNamed, type NameOf } from './names.ts'

interface Props {
  field: Field
  theirs: unknown
  resolve(side: 'mine' | 'theirs'): void
}

/** Asks which of two versions of a field is kept. */
export const FieldConflict = ({ field, theirs, resolve }: Props) => {
  const categoryName = useCategoryName()
  // An id says nothing to a person, and the name of an image or an entry would have to be fetched first.
  const nameOf: NameOf = ({ kind, label = kind }, id) =>
    kind === 'categories' ? categoryName(id) : label.toLowerCase()
  const text = isNamed(field) && theirs ? `Another ${field.kind}` : asText(field, theirs, nameOf)
  return (
    <Alert
      color="yellow"
      variant="light"
      mt="xs"
      p="sm"
      role="group"
      data-conflict
      aria-label={`${field.label} was changed elsewhere`}
    >
      <Text size="sm" fw={600}>
        {field.label} was also changed elsewhere. The other version:
      </Text>
      <Text size="sm" className="their-text">
        {text || '(empty)'}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => resolve('mine')}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => resolve('theirs')}>
          Use the other version
        </Button>
      </Group>
    </Alert>
  )
}

/** Says which fields changed elsewhere just when they were to be published. */
export const Unseen = ({ labels }: { labels: readonly string[] }) => (
  <Alert color="yellow" variant="light" p="sm" mb="md" role="group" title="Not published yet">
    Changed elsewhere a moment ago, and shown here now: {labels.join(', ')}. Look at it, then publish again.
  </Alert>
)
