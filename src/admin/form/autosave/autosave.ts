import type { EntryStatus } from '../../../model/content/entry.ts'
import type { Rules } from './rules.ts'
import { same } from './same.ts'

export type Data = Readonly<Record<string, unknown>>

/** What of an entry concerns autosave. */
export interface Stored {
  version: number
  status: EntryStatus
  data: Data
}

export interface Call {
  /** Answers name the call they belong to; those of a call that was given up are not believed. */
  id: number
  fields: Data
  version: number
  publish: boolean
}

export interface Held {
  value: unknown
  problem: string
}

/**
 * One entry being edited. Nothing in here waits, calls or knows the time: events come in, the next state comes out, and
 * `begin` says what is to be sent. `null` as the version: not on the server yet.
 */
export interface Autosave {
  version: number | null
  status: EntryStatus
  /** What the form shows. */
  values: Data
  /** What the form showed where it and the server last agreed; a field is unsaved when its value is another. */
  base: Data
  /** What the server holds, as it spells it (it trims). */
  server: Data
  sending: Call | null
  /** Sent, and no answer came: perhaps stored, perhaps not. */
  uncertain: readonly Data[]
  /** Fields that were changed here and elsewhere; `server` has the other text. The person decides. */
  conflicts: readonly string[]
  /** Fields that the server will not take with this value. */
  held: Readonly<Record<string, Held>>
  /** Fields that the server would not publish with this value; drafts may have it. */
  refused: Readonly<Record<string, Held>>
  /** The field with the cursor: never written into from outside. */
  focused: string | null
  /** Not to be sent before, in ms. */
  due: number
  /** Calls without an answer in a row. */
  failures: number
  /** Publishing was asked for, and is not done yet. */
  publishing: boolean
  /** It is not on the server any more. */
  gone: boolean
  calls: number
}

/** In ms after the last keystroke. */
export const pause = 800

/** The state of an entry just opened. */
export const opened = (entry: Stored): Autosave => ({
  version: entry.version,
  status: entry.status,
  values: entry.data,
  base: entry.data,
  server: entry.data,
  sending: null,
  uncertain: [],
  conflicts: [],
  held: {},
  refused: {},
  focused: null,
  due: 0,
  failures: 0,
  publishing: false,
  gone: false,
  calls: 0,
})

/** The state of an entry that is yet to be created. */
export const begun = (empty: Data): Autosave => ({
  ...opened({ version: 0, status: 'draft', data: empty }),
  version: null,
})

/** The fields whose value the server is not known to have. */
export const unsaved = ({ values, base }: Autosave): string[] =>
  Object.keys(values).filter((name) => !same(values[name], base[name]))

const standing = (state: Autosave, held: Held | undefined, name: string): held is Held =>
  held !== undefined && same(held.value, state.values[name])

/** The unsaved fields that can be sent as they are. */
export const sendable = (state: Autosave, rules: Rules): Data => {
  const names = unsaved(state).filter(
    (name) =>
      !state.conflicts.includes(name) &&
      !standing(state, state.held[name], name) &&
      'value' in rules.stored(name, state.values[name]),
  )
  return Object.fromEntries(names.map((name) => [name, state.values[name]]))
}

/** What the server will not take, or did not: a sentence for each field. */
export const problems = (state: Autosave, rules: Rules): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const name of rules.fields) {
    const stored = rules.stored(name, state.values[name])
    const held = state.held[name] ?? state.refused[name]
    if ('problem' in stored && !same(state.values[name], state.base[name])) found[name] = stored.problem
    else if (standing(state, held, name)) found[name] = held.problem
  }
  return found
}

/** Begins the next call when it is time for one: the same state when not. */
export const begin = (state: Autosave, now: number, rules: Rules): Autosave => {
  const { version, sending, publishing, gone, due, calls } = state
  if (version === null || sending || gone) return state
  if (!publishing && now < due) return state
  const fields = sendable(state, rules)
  if (!publishing && Object.keys(fields).length === 0) return state
  return { ...state, calls: calls + 1, sending: { id: calls + 1, fields, version, publish: publishing } }
}

/** When `begin` will have something to do, in ms; undefined when nothing is waiting. */
export const wakeAt = (state: Autosave, rules: Rules): number | undefined => {
  if (state.version === null || state.sending || state.gone) return undefined
  return state.publishing ? 0 : Object.keys(sendable(state, rules)).length > 0 ? state.due : undefined
}
