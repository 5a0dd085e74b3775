import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Field } from '../../model/fields/fields.ts'
import { choicesOf } from '../form/inputs/choice-inputs.tsx'
import { isNumber } from './cell-value.ts'

export type CellOutcome = { problem: string } | undefined

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
export const CellEditor = ({ field, label, text, save, close }: Props) => {
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState<string>()
  const problemId = useId()
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const running = useRef(false)
  const left = useRef({ typed, save, done: false })
  left.current.typed = typed
  left.current.save = save

  useEffect(() => {
    element.current?.focus()
    if (element.current?.matches('input')) element.current.select()
    const open = left.current
    // A row that is scrolled away keeps what was typed in it.
    return () => {
      if (!open.done && open.typed !== text) void open.save(open.typed)
    }
  }, [text])

  const end = (by?: Parameters<typeof close>[0]) => {
    left.current.done = true
    close(by)
  }
  const commit = async (by?: 'Enter' | 'Tab' | 'Shift+Tab') => {
    if (running.current || left.current.done) return
    if (typed === text && problem === undefined) return end(by)
    running.current = true
    const outcome = await save(typed)
    running.current = false
    setProblem(outcome?.problem)
    if (!outcome) end(by)
    else if (by) element.current?.focus()
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
