import { setNewerAside, storedBlocks } from '../../model/blocks/kinds.ts'
import type { EntryStatus } from '../../model/content/entry.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { withArrived } from '../media/upload-state.ts'
import { mergedBlocks } from './merged-blocks.ts'

export type Data = Readonly<Record<string, unknown>>

/** Edited object as the server has it: an entry, the settings, the spam rules or a note. */
export interface Stored {
  version: number
  status: EntryStatus
  data: Data
}

/** Validation of drafts, field by field. */
export interface Rules {
  fields: readonly string[]
  /** Value as the server will store it, or the problem with it. */
  stored(name: string, value: unknown): { value: unknown } | { problem: string }
  /** Saves nothing by itself, only when publishing is requested. */
  onRequest: boolean
  /**
   * The changes of both sides in one value, for a field with parts of its own. `clash` tells that both changed the same part, which has
   * the value of the `preferred` side. Undefined for a field that is one value.
   */
  joined?(name: string, values: Sides, preferred: 'mine' | 'theirs'): { value: unknown; clash: boolean } | undefined
}

/** A value at the last agreement with the server, in this form, and on the server. */
interface Sides {
  base: unknown
  mine: unknown
  theirs: unknown
}

/** Draft rules of some fields, from the same schemas as on the server. */
export const rulesOf = (fields: Fields, onRequest = false): Rules => ({
  fields: Object.keys(fields),
  stored: (name, value) => {
    const field = fields[name] as Field | undefined
    const aside = setNewerAside(value)
    const result = field?.draft.safeParse(field.kind === 'blocks' ? aside.value : value)
    if (!result) return { problem: 'There is no such field.' }
    if (result.success) return { value: field?.kind === 'blocks' ? aside.putBack(result.data) : result.data }
    return { problem: result.error.issues[0]?.message ?? 'This cannot be stored.' }
  },
  onRequest,
  joined: (name, { base, mine, theirs }, preferred) => {
    if (fields[name]?.kind !== 'blocks') return undefined
    const { blocks, clash } = mergedBlocks(storedBlocks(base), storedBlocks(mine), storedBlocks(theirs), preferred)
    return { value: blocks, clash }
  },
})

export interface Call {
  /** Answers carry the id of their call. Answers to an abandoned call are ignored. */
  id: number
  fields: Data
  version: number
  publish: boolean
  /** It only writes in files that arrived: no act of the owner. */
  isQuiet: boolean
}

interface FieldProblem {
  value: unknown
  message: string
}

/**
 * State of one form. The functions are pure: an event and a state give the next state.
 * `beginCall` decides on the next call. A `null` version means that the server does not have the entry yet.
 */
export interface Autosave {
  version: number | null
  status: EntryStatus
  values: Data
  /** Values at the last agreement with the server. A field that differs from it is unsaved. */
  base: Data
  /** Values on the server, normalized by it (for example trimmed). */
  server: Data
  sending: Call | null
  /** Fields of calls whose outcome is unknown. */
  uncertain: readonly Data[]
  /** Fields that were changed both here and elsewhere. `server` has the other value; the user decides. */
  conflicts: readonly string[]
  /** Fields whose value the server rejects even in a draft. */
  draftProblems: Readonly<Record<string, FieldProblem>>
  /** Fields whose value is valid in a draft but not for publishing. */
  publishProblems: Readonly<Record<string, FieldProblem>>
  focused: string | null
  /** Focused field that was edited since it got the focus. Changes from elsewhere never overwrite it. */
  editing: string | null
  /** Earliest time of the next call, in ms. */
  dueAt: number
  /** Consecutive calls without an answer. */
  failures: number
  /** Error of the last of them, if there was one. */
  lastError: unknown
  /** Publishing was requested and has not finished. */
  publishing: boolean
  /** Fields that changed on the screen since publishing was requested. Publishing waits for another request. */
  unseen: readonly string[]
  deleted: boolean
  callCount: number
}

/** Delay after the last keystroke. */
export const debounceMs = 800

export const opened = (entry: Stored): Autosave => ({
  version: entry.version,
  status: entry.status,
  values: entry.data,
  base: entry.data,
  server: entry.data,
  sending: null,
  uncertain: [],
  conflicts: [],
  draftProblems: {},
  publishProblems: {},
  focused: null,
  editing: null,
  dueAt: 0,
  failures: 0,
  lastError: undefined,
  publishing: false,
  unseen: [],
  deleted: false,
  callCount: 0,
})

export const openedNew = (empty: Data): Autosave => ({
  ...opened({ version: 0, status: 'draft', data: empty }),
  version: null,
})

export const unsaved = ({ values, base }: Autosave): string[] =>
  Object.keys(values).filter((name) => !sameValue(values[name], base[name]))

export const picked = (data: Data, names: readonly string[]): Data =>
  Object.fromEntries(names.map((name) => [name, data[name]]))

const applies = (state: Autosave, problem: FieldProblem | undefined, name: string): problem is FieldProblem =>
  problem !== undefined && sameValue(problem.value, state.values[name])

export const sendable = (state: Autosave, rules: Rules): Data => {
  const names = unsaved(state).filter(
    (name) =>
      !state.conflicts.includes(name) &&
      !applies(state, state.draftProblems[name], name) &&
      'value' in rules.stored(name, state.values[name]),
  )
  return picked(state.values, names)
}

/** One message for each field that the server rejects or rejected. */
export const problems = (state: Autosave, rules: Rules): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const name of rules.fields) {
    const stored = rules.stored(name, state.values[name])
    const problem = state.draftProblems[name] ?? state.publishProblems[name]
    if ('problem' in stored && !sameValue(state.values[name], state.base[name])) found[name] = stored.problem
    else if (applies(state, problem, name)) found[name] = problem.message
  }
  return found
}

/** Starts the next call if one is due; otherwise returns the same state. */
export const beginCall = (state: Autosave, now: number, rules: Rules): Autosave => {
  const { version, publishing, deleted, dueAt, callCount } = state
  if (version === null || state.sending || deleted) return state
  if (!publishing && (rules.onRequest || now < dueAt)) return state
  // What is published is what the form shows: all of it, or the server refuses it.
  const fields = publishing ? picked(state.values, unsaved(state)) : sendable(state, rules)
  if (!publishing && Object.keys(fields).length === 0) return state
  const isQuiet = !publishing && sameValue(fields, withArrived(picked(state.server, Object.keys(fields))))
  const sending = { id: callCount + 1, fields, version, publish: publishing, isQuiet }
  return { ...state, callCount: callCount + 1, sending }
}

/** Time of the next call in ms, or undefined when nothing waits. */
export const nextCallAt = (state: Autosave, rules: Rules): number | undefined => {
  if (state.version === null || state.sending || state.deleted) return undefined
  if (state.publishing) return 0
  return !rules.onRequest && Object.keys(sendable(state, rules)).length > 0 ? state.dueAt : undefined
}
