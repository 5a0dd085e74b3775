import { Fieldset, Switch, Text, TextInput } from '@mantine/core'
import type { SectionOrder } from '../../model/sections/section-order.ts'
import { sections as outlines, type SectionId } from '../../model/sections/sections.ts'
import type { InputProps } from '../form/inputs/input.ts'
import { moved } from '../ui/sorting/moved.ts'
import { Sortable } from '../ui/sorting/sortable.tsx'

/** The page does not show the title of the first screen; each of the owner's pages has its own. */
const untitled: ReadonlySet<string> = new Set<SectionId>(['home', 'pages'])

export const SectionsInput = ({ field, value, error, onChange }: InputProps) => {
  const sections = value as SectionOrder
  const change = (at: number, { label, ...rest }: SectionOrder[number]) =>
    onChange(sections.toSpliced(at, 1, label ? { ...rest, label } : rest))
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
        {(at) => {
          const section = sections[at]
          return section ? (
            <div className="section-row">
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
            </div>
          ) : null
        }}
      </Sortable>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
