import { ActionIcon, Button, Fieldset, Group, Text, Textarea, TextInput } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Field } from '../../../model/fields/fields.ts'
import { moved } from '../../ui/sorting/moved.ts'
import { Sortable } from '../../ui/sorting/sortable.tsx'
import { type InputProps, textOf } from './input.ts'
import { LinkLine } from './link-input.tsx'

type Part = readonly [name: string, field: Field]

const digits = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))

/** List of items with a few fields each, which can be added, removed and reordered. */
export const ItemsInput = ({ name, field, value, error, problems = {}, onChange, onFocus, onBlur }: InputProps) => {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const items: unknown[] = Array.isArray(value) ? value : []
  const { one = 'Item', fields = {} } = field.item ?? {}
  const parts = Object.entries(fields) as unknown as readonly Part[]
  const blank = Object.fromEntries(parts.map(([part, { kind, empty }]) => [part, kind === 'integer' ? 0 : empty]))

  const partOf = (at: number, part: string) => (part === '' ? items[at] : Reflect.get(Object(items[at]), part))
  const change = (at: number, part: string, next: unknown) =>
    onChange(items.with(at, part === '' ? next : { ...Object(items[at]), [part]: next }))

  const input = (at: number, [part, { kind, label, max, help }]: Part) => {
    const props = {
      key: part,
      name: `${name}.${at}.${part}`,
      'aria-label': `${label} ${at + 1}`,
      placeholder: help ?? label,
      maxLength: max,
      value: textOf(partOf(at, part)),
      error: problems[part === '' ? String(at) : `${at}.${part}`],
      onFocus: () => onFocus?.(),
      onBlur: () => onBlur?.(),
    }
    if (kind === 'textarea')
      return (
        <Textarea
          {...props}
          key={part}
          autosize
          minRows={3}
          maxRows={14}
          onChange={(event) => change(at, part, event.currentTarget.value)}
        />
      )
    const size = { flex: kind === 'integer' || part === 'label' ? 1 : 2, miw: 0 }
    if (kind === 'url') return <LinkLine {...props} key={part} {...size} change={(text) => change(at, part, text)} />
    return (
      <TextInput
        {...props}
        key={part}
        {...size}
        inputMode={kind === 'integer' ? 'numeric' : 'text'}
        onChange={({ currentTarget: { value: text } }) => change(at, part, kind === 'integer' ? digits(text) : text)}
      />
    )
  }
  const add = () => {
    onChange([...items, '' in blank ? '' : blank])
    requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>('li:last-of-type input')?.focus())
  }

  return (
    <Fieldset ref={fieldset} legend={field.label} variant="unstyled">
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
      <Sortable
        count={items.length}
        nameOf={(at) => textOf(partOf(at, 'title')) || `${one} ${at + 1}`}
        move={(from, to) => onChange(moved(items, from, to))}
      >
        {(at) => (
          <div className="item">
            <Group gap={6} wrap="nowrap" align="flex-start">
              {parts.filter(([, { kind }]) => kind !== 'textarea').map((part) => input(at, part))}
              <ActionIcon
                aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
                onClick={() => onChange(items.toSpliced(at, 1))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
            {parts.filter(([, { kind }]) => kind === 'textarea').map((part) => input(at, part))}
          </div>
        )}
      </Sortable>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      )}
      {items.length < (field.max ?? 0) && (
        <Button size="xs" variant="default" mt="xs" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
          Add {one.toLowerCase()}
        </Button>
      )}
    </Fieldset>
  )
}
