import { Alert, Button, Group, Text } from '@mantine/core'
import type { Field } from '../../model/fields/fields.ts'
import { asText } from './as-text.ts'
import * as transitions from './autosave/transitions.ts'
import type { Input } from './inputs/input.ts'
import type { Form, Problems } from './use-form.ts'

interface ConflictProps {
  field: Field<unknown>
  theirs: unknown
  resolve(side: 'mine' | 'theirs'): void
}

const FieldConflict = ({ field, theirs, resolve }: ConflictProps) => (
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

interface Props {
  form: Form
  name: string
  input: Input
  /** Differs from the form's own definition, for example in its help. */
  field?: Field
  proposal?: string | undefined
  onChange?(value: unknown): void
}

const inside = (problems: Problems, name: string): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )

export const FormField = ({ form, name, input: Input, field = form.fields[name] as Field, ...props }: Props) => {
  const { saver, rules, state, problems, edit } = form
  return (
    <div data-field={name}>
      <Input
        name={name}
        field={field}
        value={state.values[name]}
        error={problems[name]}
        problems={inside(problems, name)}
        onChange={(value) => edit(name, value)}
        onFocus={() => saver.update((now) => transitions.focus(now, name))}
        onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
        {...props}
      />
      {state.conflicts.includes(name) && (
        <FieldConflict
          field={field}
          theirs={state.server[name]}
          resolve={(side) => saver.update((now) => transitions.resolveConflict(now, name, side))}
        />
      )}
    </div>
  )
}
