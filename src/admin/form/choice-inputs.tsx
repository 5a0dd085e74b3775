import { Anchor, Checkbox, Fieldset, Group, NativeSelect, Switch, Text } from '@mantine/core'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { Field } from '../../model/fields/fields.ts'
import { useAllEntries, useEntry } from '../api/entries.ts'
import { useCategories } from '../api/settings-api.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { type Input, type InputProps, inputTraits, textOf } from './input.ts'

export const choicesOf = ({ options = [], labels = [] }: Field) =>
  options.map((option, at) => ({ value: String(option), label: labels[at] ?? String(option) }))

const optionOf = ({ options = [] }: Field, text: string) => options.find((option) => String(option) === text)

/** Choice of options in a native list, which works best on a phone. */
export const SelectInput = (props: InputProps) => {
  const chosen = textOf(props.value)
  const choices = choicesOf(props.field)
  // A value that is no longer an option stays visible until another is chosen.
  const gone = choices.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      data={[...gone, ...choices]}
      onChange={(event) => props.onChange(optionOf(props.field, event.currentTarget.value))}
    />
  )
}

/** Choice of a few options, all of them visible. */
export const SegmentedInput = ({ field, value, onChange }: InputProps) => (
  <Fieldset legend={field.label} variant="unstyled">
    {field.help && (
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
    )}
    <SegmentedControl
      aria-label={field.label}
      value={textOf(value)}
      onChange={(text) => onChange(optionOf(field, text))}
      data={choicesOf(field)}
    />
  </Fieldset>
)

/** Switch below a field that the owner may hide. The field's name is said, and not part of the label, which would then name two inputs. */
export const VisibleInput = ({ field, value, onChange }: InputProps) => (
  <Switch
    size="xs"
    mt={6}
    label="Visible to visitors"
    aria-description={field.label}
    checked={value !== false}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

export const FlagInput = (props: InputProps) => (
  <Switch
    {...inputTraits(props)}
    required={false}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
)

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []

/** Choice of the owner's categories. They are kept in the order in which they are chosen: the first is the main one. */
export const CategoriesInput = (props: InputProps) => {
  const categories = useCategories()
  const chosen = idsOf(props.value)
  const { label, description, error, onFocus, onBlur } = inputTraits(props)
  const help = useId()
  // One that is deleted stays visible until it is taken away.
  const gone = categories ? chosen.filter((id) => !categories.some((one) => one.id === id)) : []
  const all = [...(categories ?? []), ...gone.map((id) => ({ id, label: `${id} (deleted)` }))]
  return (
    <Fieldset legend={label} variant="unstyled" aria-describedby={help} data-invalid={error ? true : undefined}>
      <Text id={help} size="xs" c="dimmed" mb={6}>
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

/** Choice of an entry of another collection, by its title. One that visitors cannot see yet says so. */
export const EntryInput = (props: InputProps) => {
  const definition = findCollection(props.field.collection ?? '')
  const found = useAllEntries(definition?.name as CollectionName, definition !== undefined)
  const chosen = textOf(props.value)
  const titleOf = ({ data: values, status }: Entry) =>
    `${textOf(values[definition?.preview.title ?? '']) || 'Untitled'}${status === 'draft' ? ' (not published)' : ''}`
  const choices = (found ?? []).map((entry) => ({ value: entry.id, label: titleOf(entry) }))
  const known = chosen === '' || choices.some(({ value }) => value === chosen)
  const { data: gone, isError } = useEntry(definition?.name as CollectionName, chosen, found !== undefined && !known)
  const title = gone ? titleOf(gone) : ''
  const left = gone?.deletedAt ? `${title} (deleted)` : title
  const other = known ? [] : [{ value: chosen, label: gone ? left : isError ? 'Deleted. Choose another' : 'Loading …' }]
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      data={[{ value: '', label: 'None' }, ...other, ...choices]}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? null : value)}
    />
  )
}

/** Input for the end of a period, with a box for one that has not ended. */
export const endInput = (Year: Input) => {
  const EndInput = (props: InputProps) => {
    const { field, value, onChange } = props
    const ongoing = value === field.ongoing
    // Nothing typed is not the same as ongoing: it is refused.
    const undecided = field.ongoing === null ? undefined : ''
    const before = useRef<unknown>(undecided)
    const choose = (chosen: boolean) => {
      if (chosen) before.current = value
      onChange(chosen ? field.ongoing : before.current)
    }
    return (
      <div className="end-input">
        <Year
          {...props}
          value={ongoing ? undecided : value}
          field={{ ...field, required: !ongoing }}
          onChange={(year) => onChange(year ?? undecided)}
        />
        <label className="end-input-ongoing">
          <input
            type="checkbox"
            className="row-box"
            checked={ongoing}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
          Ongoing
        </label>
      </div>
    )
  }
  return EndInput
}
