import { Anchor, Checkbox, Fieldset, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useCategories } from '../../api/settings-api.ts'
import { type InputProps, inputTraits } from './input.ts'

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []

/** Choice of the owner's categories. They are kept in the order in which they are chosen: the first is the main one. */
export const CategoriesInput = (props: InputProps) => {
  const categories = useCategories()
  const chosen = idsOf(props.value)
  const { label, description, error, onFocus, onBlur } = inputTraits(props)
  // One that is deleted stays visible until it is taken away.
  const gone = categories ? chosen.filter((id) => !categories.some((one) => one.id === id)) : []
  const all = [...(categories ?? []), ...gone.map((id) => ({ id, label: `${id} (deleted)` }))]
  return (
    <Fieldset legend={label} variant="unstyled" data-invalid={error ? true : undefined}>
      <Text size="xs" c="dimmed" mb={6}>
        {description}{' '}
        <Anchor component={Link} to="/admin/settings?tab=sections" size="xs" underline="always">
          Edit categories
        </Anchor>
      </Text>
      <Group gap="md">
        {all.map(({ id, label: name }) => (
          <Checkbox
            key={id}
            name={props.name}
            label={chosen[0] === id && chosen.length > 1 ? `${name} (main)` : name}
            checked={chosen.includes(id)}
            onFocus={onFocus}
            onBlur={onBlur}
            onChange={({ currentTarget: { checked } }) =>
              props.onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </Group>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
