import { ActionIcon, Button, Fieldset, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ClipboardEvent, useId, useRef } from 'react'
import type { Field, FieldKind, Fields } from '../../model/fields/fields.ts'
import { moved, Sortable } from '../ui/sorting.tsx'
import { choicesOf, EntryInput, FlagInput, SelectInput } from './choice-inputs.tsx'
import { type Input, type InputProps, problemsInside, textOf } from './input.ts'
import { LinkInput, LinkLine } from './link-inputs.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { ImageInput, VideoInput } from './media-inputs.tsx'
import type { List } from './paste-rows.ts'
import {
  CodeInput,
  IntegerInput,
  ListInput,
  lineInput,
  PercentInput,
  RatingInput,
  SlugInput,
  TextAreaInput,
} from './text-inputs.tsx'

/** Input of each field kind that has no fields of its own inside. */
const plainInputs = {
  text: lineInput(),
  textarea: TextAreaInput,
  markdown: MarkdownInput,
  email: lineInput({ type: 'email', inputMode: 'email', autoComplete: 'off', spellCheck: false }),
  url: LinkInput,
  slug: SlugInput,
  integer: IntegerInput,
  percent: PercentInput,
  rating: RatingInput,
  select: SelectInput,
  flag: FlagInput,
  list: ListInput,
  code: CodeInput,
  image: ImageInput,
  video: VideoInput,
  entry: EntryInput,
} satisfies Partial<Record<FieldKind, Input>>

type PlainKind = keyof typeof plainInputs

/** Input of a field inside an item or a block; undefined for a kind that stands in none. */
const plainInputOf = (kind: FieldKind): Input | undefined =>
  Object.hasOwn(plainInputs, kind) ? plainInputs[kind as PlainKind] : undefined

interface Props extends Pick<InputProps, 'name' | 'onFocus' | 'onBlur'> {
  fields: Fields
  values: object
  problems: Readonly<Record<string, string>>
  change(part: string, value: unknown): void
  /** Chooses the input of a field; by its kind without it. */
  inputOf?(field: Field): Input | undefined
}

/** Inputs for the fields of one item or block, side by side as far as they fit. */
export const PartInputs = ({ name, fields, values, problems, change, onFocus, onBlur, inputOf }: Props) => (
  <div className="part-inputs">
    {(Object.entries(fields) as [string, Field][]).map(([part, field]) => {
      const [other, needed] = field.onlyWith ?? []
      if (other !== undefined && Reflect.get(values, other) !== needed) return null
      const Part = inputOf?.(field) ?? plainInputOf(field.kind)
      return (
        Part && (
          <div key={part} data-kind={field.kind}>
            <Part
              name={`${name}.${part}`}
              field={field}
              value={Reflect.get(values, part) ?? field.empty}
              error={problems[part]}
              problems={problemsInside(problems, part)}
              onChange={(value) => change(part, value)}
              {...(onFocus && { onFocus })}
              {...(onBlur && { onBlur })}
            />
          </div>
        )
      )
    })}
  </div>
)

interface ItemInputProps {
  name: string
  field: Field
  /** Index of the item. */
  at: number
  value: unknown
  error: string | undefined
  /** Names a link that stands next to it. */
  isName: boolean
  change(value: unknown): void
  onFocus(): void
  onBlur(): void
}

/** The width of one input in a row: what has no space left goes to the next line. */
const widthOf = ({ kind }: Field, isName: boolean): string => {
  if (kind === 'integer') return '1 1 4.5rem'
  if (kind === 'url') return '2 1 10rem'
  return isName || kind === 'select' || kind === 'slug' ? '1 1 7rem' : '2 1 9rem'
}

const digits = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))

/** Input for one field of an item, in a row with the others. */
const ItemInput = ({ name, field, at, value, error, isName, change, onFocus, onBlur }: ItemInputProps) => {
  const { kind, label, max, help } = field
  const props = { name, 'aria-label': `${label} ${at + 1}`, value: textOf(value), error, onFocus, onBlur }
  const text = { ...props, placeholder: help ?? label, maxLength: max }
  const size = { flex: widthOf(field, isName), miw: 0 }
  if (kind === 'select')
    return (
      <NativeSelect
        {...props}
        {...size}
        data={choicesOf(field)}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  if (kind === 'textarea')
    return (
      <Textarea {...text} autosize minRows={3} maxRows={14} onChange={(event) => change(event.currentTarget.value)} />
    )
  if (kind === 'url') return <LinkLine {...text} {...size} change={change} />
  return (
    <TextInput
      {...text}
      {...size}
      inputMode={kind === 'integer' ? 'numeric' : 'text'}
      onChange={({ currentTarget: { value: typed } }) => change(kind === 'integer' ? digits(typed) : typed)}
    />
  )
}

/** Handler around the inputs of a list: rows of a table become its items. A single line is left to the browser. */
export const usePastedRows = (list: List) => {
  const newest = useRef(list)
  newest.current = list
  return (event: ClipboardEvent): void => {
    const { target, clipboardData, defaultPrevented } = event
    const text = clipboardData.getData('text/plain').trim()
    if (defaultPrevented || !(target instanceof HTMLInputElement) || !/[\t\n]/.test(text)) return
    event.preventDefault()
    void import('./paste-rows.ts').then(
      ({ pasteRows }) => pasteRows(text, target, newest),
      () => document.execCommand('insertText', false, text),
    )
  }
}

type Part = readonly [name: string, field: Field]

/** List of items with a few fields each, which can be added, removed and reordered. */
export const ItemsInput = ({ name, field, value, error, problems = {}, onChange, onFocus, onBlur }: InputProps) => {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const help = useId()
  const items: unknown[] = Array.isArray(value) ? value : []
  const { one = 'Item', fields = {} } = field.item ?? {}
  const all = Object.entries(fields) as unknown as readonly Part[]
  const parts = all.filter(([, { kind }]) => kind !== 'id')
  const blank = Object.fromEntries(all.map(([part, { kind, empty }]) => [part, kind === 'integer' ? 0 : empty]))
  const paste = usePastedRows({ name, field, items, blank: '' in blank ? '' : blank, onChange })

  // Too much for one row: labelled inputs, as in a form.
  const isCard = parts.length > 3 || parts.some(([, { kind }]) => kind === 'image' || kind === 'list')

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
    <Fieldset ref={fieldset} legend={field.label} variant="unstyled" aria-describedby={help} onPaste={paste}>
      <Text id={help} size="xs" c="dimmed" mb={6}>
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

/** Input of each field kind that settings have. Apart from those of entries, which a first load of Settings does not need. */
export const settingInputs = { ...plainInputs, items: ItemsInput }
