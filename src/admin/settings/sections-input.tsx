import { Fieldset, Group, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Option } from '../../model/fields/fields.ts'
import type { SectionOrder } from '../../model/sections/section-order.ts'
import { sections as outlines, type SectionId } from '../../model/sections/sections.ts'
import type { InputProps } from '../form/input.ts'
import { moved, Sortable } from '../ui/sorting.tsx'

/** The page does not show the title of the first screen; each of the owner's lists and pages has its own. */
const untitled: ReadonlySet<string> = new Set<SectionId>(['home', 'lists', 'pages'])

interface OrderProps extends Pick<InputProps, 'field' | 'error' | 'onChange'> {
  items: readonly unknown[]
  nameOf(at: number): string
  fixed?(at: number): boolean
  children(at: number): ReactNode
}

const Order = ({ field, error, onChange, items, ...rows }: OrderProps) => (
  <Fieldset legend={field.label} variant="unstyled">
    <Text size="xs" c="dimmed" mb={6}>
      {field.help}
    </Text>
    <Sortable items={items} move={(from, to) => onChange(moved(items, from, to))} {...rows} />
    {error && (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    )}
  </Fieldset>
)

/** The order of a few things with names. */
export const OrderInput = ({ value, ...props }: InputProps) => {
  const { options = [], labels = [] } = props.field
  const items = value as Option[]
  const nameOf = (at: number) => labels[options.indexOf(items[at] ?? '')] ?? ''
  return (
    <Order {...props} items={items} nameOf={nameOf}>
      {(at) => <span className="order-row">{nameOf(at)}</span>}
    </Order>
  )
}

export const SectionsInput = ({ value, ...props }: InputProps) => {
  const sections = value as SectionOrder
  const change = (at: number, { label, ...rest }: SectionOrder[number]) =>
    props.onChange(sections.toSpliced(at, 1, label ? { ...rest, label } : rest))
  const labelOf = (at: number) => outlines[sections[at]?.id ?? 'home'].label
  return (
    <Order {...props} items={sections} nameOf={labelOf} fixed={(at) => at === 0}>
      {(at) => {
        const section = sections[at]
        return section ? (
          <Group flex={1} gap={4} align="stretch">
            <Switch
              className="section-switch"
              labelPosition="left"
              label={labelOf(at)}
              checked={section.visible}
              onChange={({ currentTarget: { checked } }) => change(at, { ...section, visible: checked })}
            />
            {!untitled.has(section.id) && (
              <TextInput
                size="xs"
                className="section-title"
                aria-label={`Title of ${labelOf(at)}`}
                placeholder="Your own title"
                maxLength={40}
                value={section.label ?? ''}
                onChange={({ currentTarget: { value: label } }) => change(at, { ...section, label })}
              />
            )}
          </Group>
        ) : null
      }}
    </Order>
  )
}
