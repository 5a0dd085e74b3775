import { Fieldset, Switch, Text } from '@mantine/core'
import type { SectionOrder } from '../../model/sections/section-order.ts'
import { sections as outlines } from '../../model/sections/sections.ts'
import type { InputProps } from '../form/inputs/input.ts'
import { moved } from '../ui/sorting/moved.ts'
import { Sortable } from '../ui/sorting/sortable.tsx'

export const SectionsInput = ({ field, value, error, onChange }: InputProps) => {
  const sections = value as SectionOrder
  const labelOf = (at: number) => outlines[sections[at]?.id ?? 'home'].label
  return (
    <Fieldset legend={field.label} variant="unstyled">
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
      <Sortable
        count={sections.length}
        nameOf={labelOf}
        fixed={(at) => at === 0}
        move={(from, to) => onChange(moved(sections, from, to))}
      >
        {(at) => (
          <Switch
            className="section-switch"
            labelPosition="left"
            label={labelOf(at)}
            checked={sections[at]?.visible ?? true}
            onChange={({ currentTarget: { checked } }) =>
              onChange(sections.map((section, index) => (index === at ? { ...section, visible: checked } : section)))
            }
          />
        )}
      </Sortable>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
