import { type ReactNode, useRef, useState } from 'react'
import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { Field } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { asApiError } from '../api/api-error.ts'
import { entries, forgetEntries } from '../api/entries.ts'
import { textOf } from '../form/inputs/input.ts'
import { asText } from '../form/names.ts'
import { toastChange } from '../ui/undo.ts'
import { CellEditor, type CellOutcome } from './cell-editor.tsx'
import { cellValue } from './cell-value.ts'

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
export const EditableCell = ({ field, label, text, save, link, shown }: CellProps) => {
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

export interface EntryCellProps {
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
  // The version that an answer has shown, after another window changed the same field.
  const seen = useRef<Entry>(undefined)

  const write = async (value: unknown, based: Entry): Promise<CellOutcome> => {
    try {
      setSaved(await entries.update(collection, entry.id, { data: { [name]: value }, publish: false }, based.version))
      seen.current = undefined
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
    const based = seen.current ?? current
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
