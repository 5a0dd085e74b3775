import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Field } from '../../../model/fields/fields.ts'
import { moved } from '../../ui/sorting/moved.ts'
import { Sortable } from '../../ui/sorting/sortable.tsx'
import { type InputProps, textOf } from './input.ts'
import { ItemInput } from './item-input.tsx'
import { PartInputs } from './part-inputs.tsx'
import { problemsInside } from './problems-inside.ts'
import { usePastedRows } from './use-pasted-rows.ts'

type Part = readonly [name: string, field: Field]

/** List of items with a few fields each, which can be added, removed and reordered. */
export const ItemsInput = ({ name, field, value, error, problems = {}, onChange, onFocus, onBlur }: InputProps) => {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const items: unknown[] = Array.isArray(value) ? value : []
  const { one = 'Item', fields = {} } = field.item ?? {}
  const all = Object.entries(fields) as unknown as readonly Part[]
  const parts = all.filter(([, { kind }]) => kind !== 'id')
  const blank = Object.fromEntries(all.map(([part, { kind, empty }]) => [part, kind === 'integer' ? 0 : empty]))
  const paste = usePastedRows({ name, field, items, blank: '' in blank ? '' : blank, onChange })

  // Too much for one row: labelled inputs, as in a form.
  const isCard = parts.length > 3 || parts.some(([, { kind }]) => kind === 'image')

  const partOf = (at: number, part: string) => (part === '' ? items[at] : Reflect.get(Object(items[at]), part))
  const change = (at: number, part: string, next: unknown) =>
    onChange(items.with(at, part === '' ? next : { ...Object(items[at]), [part]: next }))

  const hasLink = parts.some(([, { kind }]) => kind === 'url' || kind === 'slug')
  const input = (at: number, [part, field]: Part) =>
    field.replacedBy && partOf(at, field.replacedBy) ? null : (
      <ItemInput
        key={part}
        name={`${name}.${at}.${part}`}
        field={field}
        at={at}
        value={partOf(at, part)}
        error={problems[part === '' ? String(at) : `${at}.${part}`]}
        isName={part === 'label' && hasLink}
        change={(next) => change(at, part, next)}
        onFocus={() => onFocus?.()}
        onBlur={() => onBlur?.()}
      />
    )
  const add = () => {
    onChange([...items, '' in blank ? '' : blank])
    requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>('li:last-of-type input')?.focus())
  }

  return (
    <Fieldset ref={fieldset} legend={field.label} variant="unstyled" onPaste={paste}>
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
      <Sortable
        items={items}
        nameOf={(at) => textOf(partOf(at, 'title')) || `${one} ${at + 1}`}
        move={(from, to) => onChange(moved(items, from, to))}
      >
        {(at) => (
          <div className="item">
            <Group gap={6} wrap="nowrap" align="flex-start">
              {isCard ? (
                <PartInputs
                  name={`${name}.${at}`}
                  fields={fields}
                  values={Object(items[at])}
                  problems={problemsInside(problems, String(at))}
                  change={(part, next) => change(at, part, next)}
                  {...(onFocus && { onFocus })}
                  {...(onBlur && { onBlur })}
                />
              ) : (
                <Group className="item-row" gap={6} flex={1} miw={0} align="flex-start">
                  {parts.filter(([, { kind }]) => kind !== 'textarea').map((part) => input(at, part))}
                </Group>
              )}
              <ActionIcon
                aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
                onClick={() => onChange(items.toSpliced(at, 1))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
            {!isCard && parts.filter(([, { kind }]) => kind === 'textarea').map((part) => input(at, part))}
          </div>
        )}
      </Sortable>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      )}
      {items.length < (field.max ?? 0) && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          leftSection={<Plus size={14} aria-hidden />}
          data-invalid={error ? true : undefined}
          onClick={add}
        >
          Add {one.toLowerCase()}
        </Button>
      )}
    </Fieldset>
  )
}
