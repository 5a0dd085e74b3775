import { Alert, Button, Group, Text } from '@mantine/core'
import type { Field } from '../../model/fields/fields.ts'
import { asText } from './as-text.ts'

interface Props {
  field: Field<unknown>
  theirs: unknown
  resolve(side: 'mine' | 'theirs'): void
}

/** Puts the focus on the first question of this form. */
export const focusFirstConflict = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>('[data-conflict] button')?.focus()

/** Beside a field that was changed here and elsewhere. */
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
      {field.label} was changed elsewhere, too. There it is now:
    </Text>
    <Text size="sm" className="their-text">
      {asText(field, theirs) || '(empty)'}
    </Text>
    <Group gap="xs" mt="xs">
      <Button size="xs" onClick={() => resolve('mine')}>
        Keep mine
      </Button>
      <Button size="xs" variant="default" onClick={() => resolve('theirs')}>
        Take the other
      </Button>
    </Group>
  </Alert>
)
