import { Alert, Button, Group, Text } from '@mantine/core'
import type { Field } from '../../model/fields/fields.ts'
import { asText } from './as-text.ts'

interface Props {
  field: Field<unknown>
  theirs: unknown
  resolve(side: 'mine' | 'theirs'): void
}

export const FieldConflict = ({ field, theirs, resolve }: Props) => (
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
      {asText(field, theirs) || '(empty)'}
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
