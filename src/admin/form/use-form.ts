import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { setNewerAside } from '../../model/blocks/newer-blocks.ts'
import { isHiddenAndEmpty } from '../../model/content/hidden-value.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import { awaitedBy, list, withUploads } from '../media/upload-state.ts'
import { toastError } from '../ui/toast/toast.ts'
import { type Data, problems, unsaved } from './autosave/autosave.ts'
import type { OpenForm } from './autosave/open-form.ts'
import * as transitions from './autosave/transitions.ts'
import { focusFirstConflict, focusFirstProblem } from './focus-first.ts'

/** One message for each invalid field, by its path such as `title` or `socials.1.url`. */
type Problems = Readonly<Record<string, string>>

export const fieldOf = (path: string): string => path.split('.')[0] ?? path

/** Problems that prevent publishing, from the same schemas as on the server. */
const problemsOf = (fields: Fields, values: Data): Problems => {
  const found: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const { kind, schema, required, empty } = field
    if (isHiddenAndEmpty(name, field, values)) continue
    // An optional field may be missing in what an older version stored.
    const value = values[name] ?? (required ? values[name] : empty)
    for (const { path, message } of schema.safeParse(kind === 'blocks' ? setNewerAside(value).value : value).error
      ?.issues ?? [])
      found[[name, ...path].join('.')] ??= message
  }
  return found
}

interface Publishing {
  form: HTMLElement
  done(): void
  failed: string
  /** Shows the part of the form that has this field. */
  reveal?(field: string): void
}

/** State of an open form with its problems, and the actions on it. */
export const useForm = (open: OpenForm) => {
  const { saver, rules, fields, across } = open
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const [wrong, setWrong] = useState<Problems>({})
  const [recoveredAt, setRecoveredAt] = useState(open.recoveredAt)
  const pending = useRef<Publishing>(undefined)
  const { publishing } = state
  const [waiting, setWaiting] = useState<() => void>()
  const stopWaiting = () => setWaiting(undefined)
  const isReady = useSyncExternalStore(list.listen, () => !waiting || awaitedBy(saver.state().values).length === 0)
  useEffect(() => {
    if (!waiting || !isReady) return
    setWaiting(undefined)
    waiting()
  }, [waiting, isReady])

  const showProblems = ({ form, reveal }: Pick<Publishing, 'form' | 'reveal'>, paths: readonly string[]) => {
    reveal?.(fieldOf(paths[0] ?? ''))
    focusFirstProblem(form)
  }
  const showConflict = ({ form, reveal }: Publishing, [first = '']: readonly string[]) => {
    reveal?.(first)
    focusFirstConflict(form)
  }

  const settle = () => {
    const request = pending.current
    const now = saver.state()
    if (now.publishing || !request) return
    pending.current = undefined
    const refused = Object.keys(now.publishProblems)
    if (refused.length > 0) showProblems(request, refused)
    else if (now.failures > 0) toastError(now.lastError, request.failed)
    else if (now.conflicts.length > 0) showConflict(request, now.conflicts)
    else if (now.unseen.length > 0) request.reveal?.(now.unseen[0] ?? '')
    else if (!now.deleted) request.done()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of publishing matters here.
  useEffect(settle, [publishing])

  /** True when the values can be published; otherwise marks each invalid field. */
  const check = (at: Pick<Publishing, 'form' | 'reveal'>): boolean => {
    const values = withUploads(saver.state().values)
    const found = { ...across?.(values), ...problemsOf(fields, values) }
    setWrong(found)
    if (Object.keys(found).length === 0) return true
    showProblems(at, Object.keys(found))
    return false
  }
  /** Calls `act` once the values can be published and their files are uploaded. */
  const whenReady = (at: Pick<Publishing, 'form' | 'reveal'>, act: () => void): void => {
    if (!check(at)) return
    if (awaitedBy(saver.state().values).length === 0) act()
    else setWaiting(() => () => whenReady(at, act))
  }
  // While an end is typed, it may well lie before its start.
  const shownAcross = Object.fromEntries(
    Object.entries(across?.(state.values) ?? {}).filter(([name]) => name !== state.focused),
  )
  return {
    ...open,
    state,
    problems: { ...shownAcross, ...wrong, ...problems(state, rules) } as Problems,
    dirty: unsaved(state).length > 0,
    recoveredAt,
    check,
    whenReady,
    /** Publishing was requested, and waits for uploads. */
    waiting: waiting !== undefined,
    stopWaiting,
    setProblems: setWrong,
    edit: (name: string, value: unknown) => {
      // The edit may fix the problem.
      setWrong((before) => Object.fromEntries(Object.entries(before).filter(([path]) => fieldOf(path) !== name)))
      saver.edit(name, value)
    },
    /** Publishes, or saves a form that is saved on request. Conflicts are resolved first. */
    publish: (request: Publishing) => {
      const { conflicts } = saver.state()
      if (saver.state().publishing) return
      if (conflicts.length > 0) return showConflict(request, conflicts)
      whenReady(request, () => {
        pending.current = request
        saver.update((now) => transitions.publish(now, rules))
        settle()
      })
    },
    /** Saves the draft now instead of a moment after the last keystroke. */
    saveNow: () => saver.update(transitions.sendNow),
    discard: () => {
      saver.update(transitions.discarded)
      setWrong({})
      setRecoveredAt(undefined)
    },
  }
}

export type Form = ReturnType<typeof useForm>
