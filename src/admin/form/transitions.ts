import { awaitedFilesIn } from '../../model/media/awaited-file.ts'
import { sameValue } from '../../model/same-value.ts'
import { withArrived } from '../media/upload-state.ts'
import { type Autosave, type Data, debounceMs, type Rules, type Stored } from './autosave.ts'

const normalized = (rules: Rules, name: string, value: unknown): unknown => {
  const stored = rules.stored(name, value)
  return 'value' in stored ? stored.value : undefined
}

const agrees = (rules: Rules, name: string, value: unknown, theirs: unknown): boolean =>
  sameValue(value, theirs) || sameValue(normalized(rules, name, value), theirs)

/** Merges the entry on the server into the state, field by field, and blocks by their ids. Keeps all typed text and reports only real conflicts. */
export const merged = (before: Autosave, entry: Stored, rules: Rules): Autosave => {
  // A file that arrived and stands there is nobody's change.
  const agreed = awaitedFilesIn(entry.data).length === 0 ? withArrived(before.base) : before.base
  const state = agreed === before.base ? before : { ...before, base: agreed }
  const values: Record<string, unknown> = { ...state.values }
  const base: Record<string, unknown> = { ...state.base }
  const conflicts = new Set(state.conflicts)
  // An unanswered call may have stored its fields. One's own text is no conflict.
  const sent = [...(state.sending ? [state.sending.fields] : []), ...state.uncertain]
  for (const name of rules.fields) {
    const theirs = entry.data[name]
    if (sameValue(theirs, state.server[name])) continue
    const own = sent.find((fields) => name in fields && agrees(rules, name, fields[name], theirs))
    if (agrees(rules, name, values[name], theirs)) {
      base[name] = values[name]
      conflicts.delete(name)
      continue
    }
    if (own && !conflicts.has(name)) {
      base[name] = own[name]
      continue
    }
    const joined = rules.joined?.(name, { base: base[name], mine: values[name], theirs }, 'mine')
    if (joined) {
      // In a part that nobody edits, a change from elsewhere disturbs nobody.
      values[name] = joined.value
      if (joined.clash) conflicts.add(name)
      else {
        conflicts.delete(name)
        base[name] = theirs
      }
    } else if (!sameValue(values[name], state.base[name])) conflicts.add(name)
    else if (state.editing !== name) {
      values[name] = theirs
      base[name] = theirs
    }
  }
  return {
    ...state,
    version: entry.version,
    status: entry.status,
    server: entry.data,
    values,
    base,
    conflicts: [...conflicts],
    // Unanswered calls were based on an older version and would be rejected now.
    uncertain: state.version !== null && entry.version > state.version ? [] : state.uncertain,
  }
}

/** True for a field that was changed elsewhere while it was edited. */
const isBehind = (state: Autosave, name: string, rules: Rules): boolean =>
  !state.conflicts.includes(name) && !agrees(rules, name, state.base[name], state.server[name])

/** Shows what changed elsewhere in fields that are not being edited, even in the focused one. */
const shown = (state: Autosave, rules: Rules): Autosave => {
  const values: Record<string, unknown> = { ...state.values }
  const base: Record<string, unknown> = { ...state.base }
  for (const name of rules.fields) {
    if (!isBehind(state, name, rules)) continue
    const theirs = state.server[name]
    if (!agrees(rules, name, values[name], theirs)) values[name] = theirs
    base[name] = values[name]
  }
  return { ...state, values, base }
}

/** Fields that look different in these states. */
const visiblyChanged = (before: Autosave, after: Autosave, rules: Rules): string[] =>
  rules.fields.filter((name) => !sameValue(before.values[name], after.values[name]))

/**
 * Merges like `merged`. If that changes what the form shows, or asks about a conflict, publishing stops until it is requested again:
 * nobody publishes what they have not seen.
 */
const mergedBeforePublishing = (state: Autosave, entry: Stored, rules: Rules): Autosave => {
  const next = merged(state, entry, rules)
  if (!state.publishing) return next
  const all = shown(next, rules)
  // A form that saves on request sends its own fields only, and others' stay as they are.
  const unseen = rules.onRequest ? [] : visiblyChanged(state, all, rules)
  return unseen.length === 0 && all.conflicts.length === 0 ? all : { ...all, publishing: false, unseen }
}

const minRetryMs = 1000
const maxRetryMs = 20_000
const retryAfterMs = (failures: number) => Math.min(maxRetryMs, minRetryMs * 2 ** (failures - 1))

const isAnswered = (state: Autosave, call: number) => state.sending?.id === call
const without = (names: readonly string[], name: string) => names.filter((other) => other !== name)

export const edit = (state: Autosave, name: string, value: unknown, now: number, rules: Rules): Autosave => {
  const dueAt = Math.max(now + debounceMs, state.failures > 0 ? state.dueAt : 0)
  const editing = state.focused === name ? name : state.editing
  const next = { ...state, values: { ...state.values, [name]: value }, dueAt, editing }
  if (!isBehind(state, name, rules) || agrees(rules, name, value, state.server[name])) return next
  return sameValue(value, state.base[name]) ? next : { ...next, conflicts: [...state.conflicts, name] }
}

export const focus = (state: Autosave, name: string): Autosave => ({ ...state, focused: name, editing: null })

/** A field lost the focus: a change from elsewhere may be shown now. */
export const blur = (state: Autosave, name: string, rules: Rules): Autosave => {
  const next = { ...state, focused: null, editing: null }
  if (!isBehind(state, name, rules) || !sameValue(state.values[name], state.base[name])) return next
  const theirs = state.server[name]
  return { ...next, values: { ...state.values, [name]: theirs }, base: { ...state.base, [name]: theirs } }
}

/**
 * Publishing was requested. The call includes all unsaved fields, and names the version that the form shows. A change from elsewhere
 * that the form has not shown yet is shown first; then publishing waits for another request.
 */
export const publish = (state: Autosave, rules: Rules): Autosave => {
  const next = shown(state, rules)
  const unseen = rules.onRequest ? [] : visiblyChanged(state, next, rules)
  return { ...next, unseen, publishing: !state.deleted && unseen.length === 0 && state.conflicts.length === 0 }
}

/** Sends unsaved fields now instead of waiting for the debounce or the next retry. */
export const sendNow = (state: Autosave): Autosave => ({ ...state, dueAt: 0 })

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
    deleted: false,
    publishProblems: sending.publish ? {} : state.publishProblems,
    publishing: state.publishing && !sending.publish,
  }
}

/** The call was based on an older version; `entry` is the current one. */
export const stale = (state: Autosave, call: number, entry: Stored, rules: Rules): Autosave => {
  if (!isAnswered(state, call)) return state
  return { ...mergedBeforePublishing(state, entry, rules), sending: null, dueAt: 0, failures: 0 }
}

export const unanswered = (state: Autosave, call: number, now: number, lastError?: unknown): Autosave => {
  const { sending } = state
  if (sending?.id !== call) return state
  const failures = state.failures + 1
  return {
    ...state,
    sending: null,
    uncertain: [...state.uncertain, sending.fields],
    failures,
    lastError,
    dueAt: now + retryAfterMs(failures),
    publishing: false,
  }
}

export const refused = (
  state: Autosave,
  call: number,
  fields: Readonly<Record<string, string>>,
  message: string,
): Autosave => {
  const { sending } = state
  if (sending?.id !== call) return state
  // A path inside a field, such as `socials.1.url`, is the field's problem.
  const byField = Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.split('.')[0] ?? path, text]))
  const named = Object.keys(byField).filter((name) => name in state.values)
  const names = named.length > 0 || sending.publish ? named : Object.keys(sending.fields)
  const problems = Object.fromEntries(
    names.map((name) => [
      name,
      { value: name in sending.fields ? sending.fields[name] : state.values[name], message: byField[name] ?? message },
    ]),
  )
  return {
    ...state,
    sending: null,
    failures: 0,
    ...(sending.publish
      ? { publishProblems: problems, publishing: false }
      : { draftProblems: { ...state.draftProblems, ...problems } }),
  }
}

export const deleted = (state: Autosave, call: number): Autosave =>
  isAnswered(state, call) ? { ...state, sending: null, deleted: true, publishing: false } : state

export const refreshed = (state: Autosave, entry: Stored & { deletedAt?: string | null }, rules: Rules): Autosave => {
  if (entry.deletedAt) return { ...state, deleted: true, publishing: false }
  const restored = state.deleted ? { ...state, deleted: false } : state
  if (state.version === null || state.sending || entry.version <= state.version) return restored
  return mergedBeforePublishing(restored, entry, rules)
}

export const resolveConflict = (state: Autosave, name: string, side: 'mine' | 'theirs', rules: Rules): Autosave => {
  if (!state.conflicts.includes(name)) return state
  const theirs = state.server[name]
  const sides = { base: state.base[name], mine: state.values[name], theirs }
  const chosen = () => rules.joined?.(name, sides, 'theirs')?.value ?? theirs
  const values: Data = side === 'mine' ? state.values : { ...state.values, [name]: chosen() }
  const base = { ...state.base, [name]: theirs }
  return { ...state, values, base, conflicts: without(state.conflicts, name), dueAt: 0 }
}

export const discarded = (state: Autosave): Autosave => ({
  ...state,
  values: state.server,
  base: state.server,
  conflicts: [],
  unseen: [],
  draftProblems: {},
  publishProblems: {},
})
