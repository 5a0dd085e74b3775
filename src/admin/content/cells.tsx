import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { type Field, type FieldKind, fields } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { asApiError, call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { useCategories } from '../api/settings-api.ts'
import { choicesOf } from '../form/choice-inputs.tsx'
import { textOf } from '../form/input.ts'
import { asText } from '../form/names.ts'
import { toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { useIsGone } from '../ui/use-is-gone.ts'

const kinds: readonly FieldKind[] = ['text', 'email', 'integer', 'percent', 'rating', 'select', 'categories']

/** Fields short enough to be edited in a table. */
export const isEditableCell = ({ kind }: Field): boolean => kinds.includes(kind)

const isNumber = ({ kind }: Field): boolean => kind === 'integer' || kind === 'percent' || kind === 'rating'

/** Value of what was typed into a cell, or the sentence that says what is wrong with it. */
const cellValue = (field: Field, typed: string): { value: unknown } | { problem: string } => {
  const text = typed.trim()
  const option = field.options?.find((one) => String(one) === typed)
  const chosen = field.kind === 'categories' ? (option ? [option] : []) : option
  const value = isNumber(field) ? (text === '' ? null : Number(text)) : field.options ? chosen : text
  const { success, data, error } = field.schema.safeParse(value)
  return success ? { value: data } : { problem: error.issues[0]?.message ?? `${field.label} is not valid.` }
}

type CellOutcome = { problem: string } | undefined

interface Props {
  field: Pick<Field, 'kind' | 'options' | 'labels' | 'max' | 'label'> & Field
  label: string
  text: string
  /** Saves what was typed; resolves to what is wrong with it. */
  save(text: string): Promise<CellOutcome>
  /** `by` is the key that ended it; undefined when the focus went elsewhere. */
  close(by?: 'Enter' | 'Escape' | 'Tab' | 'Shift+Tab'): void
}

/** Field in a cell: Enter saves, Escape cancels, Tab saves and goes on. */
const CellEditor = ({ field, label, text, save, close }: Props) => {
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState<string>()
  const problemId = useId()
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const running = useRef(false)
  const isGone = useIsGone()
  // As it was opened: what changes elsewhere meanwhile is asked about before it is saved over.
  const [saveTyped] = useState(() => async (typed: string) => {
    const outcome = await save(typed)
    if (outcome && isGone.current) toastError(new Error(outcome.problem), `${label} not saved`)
    return outcome
  })
  const left = useRef({ typed, saved: text, done: false })
  left.current.typed = typed

  useEffect(() => {
    element.current?.focus()
    if (element.current?.matches('input')) element.current.select()
    const open = left.current
    // A row that is scrolled away keeps what was typed in it.
    return () => {
      if (!running.current && !open.done && open.typed !== open.saved) void saveTyped(open.typed)
    }
  }, [saveTyped])

  const end = (by?: Parameters<typeof close>[0]) => {
    left.current.done = true
    close(by)
  }
  const commit = async (by?: 'Enter' | 'Tab' | 'Shift+Tab') => {
    if (running.current || left.current.done) return
    const { typed, saved } = left.current
    if (typed === saved && problem === undefined) return end(by)
    running.current = true
    const outcome = await saveTyped(typed)
    running.current = false
    if (left.current.done) return
    setProblem(outcome?.problem)
    if (outcome) return by && element.current?.focus()
    left.current.saved = typed
    if (left.current.typed === typed) end(by)
    // Typed meanwhile: it waits for another key, unless the field was left.
    else if (!element.current?.matches(':focus')) void commit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape' && key !== 'Tab')) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') end('Escape')
    else void commit(key === 'Tab' && shiftKey ? 'Shift+Tab' : key)
  }
  const traits = {
    ref: element,
    className: 'cell-input',
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : problemId,
    value: typed,
    onKeyDown,
    onBlur: () => void commit(),
  }
  return (
    <span className="cell-editor">
      {field.options ? (
        <select {...traits} onChange={(event) => setTyped(event.currentTarget.value)}>
          {choicesOf(field).map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...traits}
          inputMode={isNumber(field) ? 'numeric' : undefined}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {problem !== undefined && (
        <span className="cell-problem" role="alert" id={problemId}>
          {problem}
        </span>
      )}
    </span>
  )
}

/** Goes on to the cell after this one, or before it. */
const editNext = (from: Element | null, by: 1 | -1) => {
  const cells = [...(from?.closest('table')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  const own = cells.findIndex((cell) => cell === from || from?.contains(cell) || cell.contains(from))
  const next = own < 0 ? undefined : cells[own + by]
  next?.dispatchEvent(new CustomEvent('edit-cell'))
  next?.scrollIntoView({ block: 'nearest' })
}

interface CellProps {
  field: Field
  label: string
  /** As it is edited. */
  text: string
  save(text: string): Promise<CellOutcome>
  /** The cell at rest; by default a button with `shown`. */
  link?: ReactNode
  shown: string
}

/** Cell that becomes a field with Enter, F2 or a click. */
const EditableCell = ({ field, label, text, save, link, shown }: CellProps) => {
  const [editing, setEditing] = useState(false)
  const cell = useRef<HTMLSpanElement>(null)
  const bind = (element: HTMLSpanElement | null) => {
    cell.current = element
    const edit = () => setEditing(true)
    element?.addEventListener('edit-cell', edit)
    return () => element?.removeEventListener('edit-cell', edit)
  }
  const close: Parameters<typeof CellEditor>[0]['close'] = (by) => {
    setEditing(false)
    if (by === 'Tab' || by === 'Shift+Tab') editNext(cell.current, by === 'Tab' ? 1 : -1)
    else if (by) setTimeout(() => cell.current?.querySelector<HTMLElement>('a, button')?.focus(), 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link or button in it has the focus.
    <span
      ref={bind}
      className="cell"
      data-cell
      onKeyDown={(event) => {
        if (event.key !== 'F2' || editing) return
        event.preventDefault()
        setEditing(true)
      }}
    >
      {editing ? (
        <CellEditor field={field} label={label} text={text} save={save} close={close} />
      ) : (
        (link ?? (
          <button
            type="button"
            className="cell-value"
            aria-label={`${shown}, edit: ${label}`}
            onClick={() => setEditing(true)}
          >
            {shown || '–'}
          </button>
        ))
      )}
    </span>
  )
}

interface EntryCellProps {
  collection: CollectionName
  entry: Entry
  name: string
  field: Field
  title: string
  link?: ReactNode
}

/** Cell of a field. What is typed becomes the entry's draft, as in its form. */
export const EntryCell = ({ collection, entry, name, field, title, link }: EntryCellProps) => {
  const [saved, setSaved] = useState<Entry>()
  const current = saved && saved.version > entry.version ? saved : entry
  // The version of the last answer: after a save, or after another window changed the same field.
  const seen = useRef<Entry>(undefined)

  const write = async (value: unknown, based: Entry): Promise<CellOutcome> => {
    try {
      seen.current = await call('PATCH /api/entries/:collection/:id', {
        ...{ collection, id: entry.id, version: based.version },
        body: { data: { [name]: value }, publish: false },
      })
      setSaved(seen.current)
      toastChange(`${field.label} of “${title}” saved as a draft`)
      void forgetEntries(collection)
      return undefined
    } catch (error) {
      const { code, current: stored, fields, message } = asApiError(error)
      if (code !== 'stale-version') return { problem: fields[name] ?? message }
      const theirs = stored as Entry
      if (sameValue(theirs.data[name], based.data[name])) return write(value, theirs)
      seen.current = theirs
      const text = asText(field, theirs.data[name]) || 'nothing'
      return { problem: `Changed elsewhere to ${text}. Enter saves yours, Escape keeps theirs.` }
    }
  }
  const save = async (typed: string): Promise<CellOutcome> => {
    const next = cellValue(field, typed)
    if ('problem' in next) return next
    const based = seen.current && seen.current.version > current.version ? seen.current : current
    return sameValue(next.value, based.data[name]) ? undefined : write(next.value, based)
  }
  return (
    <EditableCell
      field={field}
      label={`${field.label} of ${title}`}
      text={textOf([current.data[name]].flat()[0])}
      shown={asText(field, current.data[name])}
      save={save}
      link={link}
    />
  )
}

/** Cell with an entry's categories. One category can be exchanged here, several in the form. */
export const CategoriesCell = (props: EntryCellProps) => {
  const categories = useCategories() ?? []
  const value = props.entry.data[props.name]
  const field = {
    ...props.field,
    options: ['', ...categories.map(({ id }) => id)],
    labels: ['None', ...categories.map(({ label }) => label)],
  }
  if (Array.isArray(value) && value.length > 1) return asText(field, value)
  return <EntryCell {...props} field={field} />
}

interface OrderCellProps {
  order: number
  count: number
  title: string
  move(position: number): void
}

/** Position of an entry, which moves it when it is edited. */
export const OrderCell = ({ order, count, title, move }: OrderCellProps) => {
  const field = fields.integer({ label: 'Order', min: 1, max: count })
  const save = async (typed: string): Promise<CellOutcome> => {
    const next = cellValue(field, typed)
    if ('problem' in next) return next
    if (typeof next.value === 'number' && next.value !== order) move(next.value)
    return undefined
  }
  return (
    <EditableCell field={field} label={`Order of ${title}`} text={String(order)} shown={String(order)} save={save} />
  )
}
