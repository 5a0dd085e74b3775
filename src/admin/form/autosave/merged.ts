import { awaitedFilesIn } from '../../../model/media/awaited-file.ts'
import { sameValue } from '../../../model/same-value.ts'
import { withArrived } from '../../media/upload-state.ts'
import type { Autosave, Rules, Stored } from './autosave.ts'

const normalized = (rules: Rules, name: string, value: unknown): unknown => {
  const stored = rules.stored(name, value)
  return 'value' in stored ? stored.value : undefined
}

export const agrees = (rules: Rules, name: string, value: unknown, theirs: unknown): boolean =>
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
export const isBehind = (state: Autosave, name: string, rules: Rules): boolean =>
  !state.conflicts.includes(name) && !agrees(rules, name, state.base[name], state.server[name])

/** Shows what changed elsewhere in fields that are not being edited, even in the focused one. */
export const shown = (state: Autosave, rules: Rules): Autosave => {
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
export const visiblyChanged = (before: Autosave, after: Autosave, rules: Rules): string[] =>
  rules.fields.filter((name) => !sameValue(before.values[name], after.values[name]))

/**
 * Merges like `merged`. If that changes what the form shows, or asks about a conflict, publishing stops until it is requested again:
 * nobody publishes what they have not seen.
 */
export const mergedBeforePublishing = (state: Autosave, entry: Stored, rules: Rules): Autosave => {
  const next = merged(state, entry, rules)
  if (!state.publishing) return next
  const all = shown(next, rules)
  // A form that saves on request sends its own fields only, and others' stay as they are.
  const unseen = rules.onRequest ? [] : visiblyChanged(state, all, rules)
  return unseen.length === 0 && all.conflicts.length === 0 ? all : { ...all, publishing: false, unseen }
}
