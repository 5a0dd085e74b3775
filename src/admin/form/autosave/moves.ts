import { type Autosave, type Data, pause, type Stored } from './autosave.ts'
import { agrees, isBehind, merged } from './merged.ts'
import type { Rules } from './rules.ts'
import { same } from './same.ts'

// In ms.
const shortestRetry = 1000
const longestRetry = 20_000
const retryAfter = (failures: number) => Math.min(longestRetry, shortestRetry * 2 ** (failures - 1))

const isAnswered = (state: Autosave, call: number) => state.sending?.id === call
const without = (names: readonly string[], name: string) => names.filter((other) => other !== name)

/** Something was typed or chosen. */
export const edit = (state: Autosave, name: string, value: unknown, now: number, rules: Rules): Autosave => {
  const due = Math.max(now + pause, state.failures > 0 ? state.due : 0)
  const next = { ...state, values: { ...state.values, [name]: value }, due }
  if (!isBehind(state, name, rules) || agrees(rules, name, value, state.server[name])) return next
  return same(value, state.base[name]) ? next : { ...next, conflicts: [...state.conflicts, name] }
}

export const focus = (state: Autosave, name: string): Autosave => ({ ...state, focused: name })

/** The cursor left: what was changed elsewhere meanwhile may be shown now. */
export const blur = (state: Autosave, name: string, rules: Rules): Autosave => {
  const next = { ...state, focused: null }
  if (!isBehind(state, name, rules) || !same(state.values[name], state.base[name])) return next
  const theirs = state.server[name]
  return { ...next, values: { ...state.values, [name]: theirs }, base: { ...state.base, [name]: theirs } }
}

/** Publishing is asked for: whatever is unsaved goes along. */
export const publish = (state: Autosave): Autosave => ({ ...state, publishing: true })

/** Send what there is now, without waiting for the pause or the next try. */
export const hurry = (state: Autosave): Autosave => ({ ...state, due: 0 })

/** The call was done. */
export const stored = (state: Autosave, call: number, entry: Stored, rules: Rules): Autosave => {
  const { sending } = state
  if (sending?.id !== call) return state
  const next = merged(state, entry, rules)
  return {
    ...next,
    sending: null,
    base: { ...next.base, ...sending.fields },
    conflicts: next.conflicts.filter((name) => !(name in sending.fields)),
    failures: 0,
    gone: false,
    refused: sending.publish ? {} : state.refused,
    publishing: state.publishing && !sending.publish,
  }
}

/** The call was based on an older version; `entry` is what is stored. */
export const stale = (state: Autosave, call: number, entry: Stored, rules: Rules): Autosave => {
  if (!isAnswered(state, call)) return state
  const next = { ...merged(state, entry, rules), sending: null, due: 0, failures: 0 }
  // What is in dispute is settled before it goes live.
  return next.conflicts.length > 0 ? { ...next, publishing: false } : next
}

/** No answer, or none that says what became of the call. */
export const unanswered = (state: Autosave, call: number, now: number): Autosave => {
  const { sending } = state
  if (sending?.id !== call) return state
  const failures = state.failures + 1
  return {
    ...state,
    sending: null,
    uncertain: [...state.uncertain, sending.fields],
    failures,
    due: now + retryAfter(failures),
    publishing: false,
  }
}

/** The server does not take these values. */
export const refused = (
  state: Autosave,
  call: number,
  fields: Readonly<Record<string, string>>,
  message: string,
): Autosave => {
  const { sending } = state
  if (sending?.id !== call) return state
  const named = Object.keys(fields).filter((name) => name in state.values)
  const names = named.length > 0 || sending.publish ? named : Object.keys(sending.fields)
  const held = Object.fromEntries(
    names.map((name) => [
      name,
      { value: name in sending.fields ? sending.fields[name] : state.values[name], problem: fields[name] ?? message },
    ]),
  )
  return {
    ...state,
    sending: null,
    failures: 0,
    ...(sending.publish ? { refused: held, publishing: false } : { held: { ...state.held, ...held } }),
  }
}

/** It is not on the server any more. */
export const deleted = (state: Autosave, call: number): Autosave =>
  isAnswered(state, call) ? { ...state, sending: null, gone: true, publishing: false } : state

/** The entry as it was read anew, for whatever reason. */
export const seen = (state: Autosave, entry: Stored & { deletedAt?: string | null }, rules: Rules): Autosave => {
  if (entry.deletedAt) return { ...state, gone: true }
  const back = state.gone ? { ...state, gone: false } : state
  if (state.version === null || state.sending || entry.version <= state.version) return back
  return merged(back, entry, rules)
}

/** A field that was changed on both sides: which text shall stand. */
export const settle = (state: Autosave, name: string, side: 'mine' | 'theirs'): Autosave => {
  if (!state.conflicts.includes(name)) return state
  const theirs = state.server[name]
  const values: Data = side === 'mine' ? state.values : { ...state.values, [name]: theirs }
  const base = { ...state.base, [name]: theirs }
  return { ...state, values, base, conflicts: without(state.conflicts, name), due: 0 }
}
