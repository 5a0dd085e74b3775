import { ActionIcon, Badge, Button, Fieldset, Text } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../model/counted.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { moved, Sortable } from '../ui/sorting.tsx'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { ItemsInput, PartInputs, usePastedRows } from './field-inputs.tsx'
import { type Input, type InputProps, problemsInside, textOf } from './input.ts'

type Item = Readonly<Record<string, unknown>>

const noProblems = {}
const inputInside = ({ kind }: Field): Input | undefined => (kind === 'items' ? ItemsInput : undefined)
const fieldsOf = (fields: Fields) => Object.entries(fields) as unknown as [string, Field][]

interface RowProps extends Required<Pick<InputProps, 'name' | 'problems' | 'onFocus' | 'onBlur'>> {
  at: number
  one: string
  item: Item
  blank: Item
  fields: Fields
  /** Changes the list, and then moves the focus to what this finds in the item at that place. */
  act(change: (items: readonly Item[]) => readonly Item[], focusAt?: number, selector?: string): void
}

/** An item: a line, and its fields once it is opened. Drawn again only when something of it changes. */
const ItemRow = memo(({ name, at, one, item, blank, fields, problems, act, onFocus, onBlur }: RowProps) => {
  const isBlank = sameValue(item, blank)
  const [isOpen, setIsOpen] = useState(isBlank)
  const row = useRef<HTMLDivElement>(null)
  const wrong = Object.keys(problems).length
  const others = fieldsOf(fields)
    .filter(([part, { kind }]) => part !== 'title' && (kind === 'text' || kind === 'integer') && item[part])
    .map(([part]) => textOf(item[part]))
  const remove = (items: readonly Item[]) => items.toSpliced(at, 1)

  const toggle = () => {
    setIsOpen(!isOpen)
    if (!isOpen) requestAnimationFrame(() => row.current?.querySelector('input')?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isLine = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || !isLine || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isBlank) return act(remove, -1)
    // Now: the same key may have completed a link, to which the next item is added.
    flushSync(() => setIsOpen(fieldsOf(fields).some(([part, { required }]) => required && !item[part])))
    act((items) => items.toSpliced(at + 1, 0, blank), at + 1, 'input')
  }
  return (
    <div ref={row} className="block-card surface long-item" data-wrong={wrong > 0 || undefined}>
      <div className="block-head">
        <button type="button" className="block-toggle" aria-expanded={isOpen} data-reveal onClick={toggle}>
          <span className="long-item-chevron" aria-hidden />
          <span className="long-item-title" dir="auto">
            {textOf(item.title) || `${one} ${at + 1}`}
          </span>
          <span className="block-summary">{others.join(' · ')}</span>
        </button>
        {wrong > 0 && (
          <Badge color="red" variant="light" size="sm">
            {counted(wrong, 'problem')}
          </Badge>
        )}
        <ActionIcon
          aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
          onClick={() => act(remove, at, '[data-reveal]')}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the inputs in it have the focus.
        <div className="block-body" onKeyDown={onKeyDown}>
          <PartInputs
            name={`${name}.${at}`}
            values={item}
            change={(part, value) => act((items) => items.with(at, { ...items[at], [part]: value }))}
            inputOf={inputInside}
            {...{ fields, problems, onFocus, onBlur }}
          />
        </div>
      )}
    </div>
  )
})

/**
 * A long list of items of many fields, a line for each. Enter in an item adds the next one below; in one with nothing in it, it ends the
 * adding. The button adds above all others, where the newest stands.
 */
export const LongItemsInput = ({ name, field, value, error, problems = {}, ...props }: InputProps) => {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const help = useId()
  const items = (Array.isArray(value) ? value : []) as readonly Item[]
  const { one = 'Item', fields = {} } = field.item ?? {}
  const blank = useMemo(() => Object.fromEntries(fieldsOf(fields).map(([part, { empty }]) => [part, empty])), [fields])
  const act: RowProps['act'] = useStableCallback((change, focusAt, selector = '') => {
    const next = change(items)
    if (next.length > Math.max(items.length, field.max ?? 0)) return
    props.onChange(next)
    if (focusAt === undefined) return
    requestAnimationFrame(() => {
      const row = fieldset.current?.querySelector(':scope > .sortable')?.children[focusAt]
      const target = row?.querySelector(selector) ?? fieldset.current?.querySelector('[data-add]')
      ;(target as HTMLElement | null | undefined)?.focus()
    })
  })
  const paste = usePastedRows({ name, field, items, blank, onChange: props.onChange })
  const onFocus = useStableCallback(() => props.onFocus?.())
  const onBlur = useStableCallback(() => props.onBlur?.())

  return (
    <Fieldset ref={fieldset} legend={field.label} variant="unstyled" aria-describedby={help} onPaste={paste}>
      <Text id={help} size="xs" c="dimmed" mb={6}>
        {field.help} Enter adds the next one.
      </Text>
      <Button
        size="xs"
        variant="default"
        mb="xs"
        leftSection={<Plus size={14} aria-hidden />}
        data-add
        data-invalid={error ? true : undefined}
        disabled={items.length >= (field.max ?? 0)}
        onClick={() => act((all) => [blank, ...all], 0, 'input')}
      >
        Add {one.toLowerCase()}
      </Button>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mb={6}>
          {error}
        </Text>
      )}
      <Sortable
        items={items}
        nameOf={(at) => textOf(items[at]?.title) || `${one} ${at + 1}`}
        move={(from, to) => props.onChange(moved(items, from, to))}
      >
        {(at) => {
          const own = problemsInside(problems, String(at))
          return (
            <ItemRow
              {...{ name, at, one, blank, fields, act, onFocus, onBlur }}
              item={items[at] ?? blank}
              problems={Object.keys(own).length > 0 ? own : noProblems}
            />
          )
        }}
      </Sortable>
    </Fieldset>
  )
}
