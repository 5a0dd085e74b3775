import type { Autosave, Stored } from './autosave.ts'
import type { Rules } from './rules.ts'
import { same } from './same.ts'

/** The value as the server spells it. */
const spelled = (rules: Rules, name: string, value: unknown): unknown => {
  const stored = rules.stored(name, value)
  return 'value' in stored ? stored.value : undefined
}

/** Whether the server has this value, in its spelling. */
export const agrees = (rules: Rules, name: string, value: unknown, theirs: unknown): boolean =>
  same(value, theirs) || same(spelled(rules, name, value), theirs)

/** Takes in what the server holds now, field by field. Nothing that was typed is given up, and nothing is asked without need. */
export const merged = (state: Autosave, entry: Stored, rules: Rules): Autosave => {
  const values: Record<string, unknown> = { ...state.values }
  const base: Record<string, unknown> = { ...state.base }
  const conflicts = new Set(state.conflicts)
  // What was sent and never answered may be what stands there now: one's own text is no conflict.
  const sent = [...(state.sending ? [state.sending.fields] : []), ...state.uncertain]
  for (const name of rules.fields) {
    const theirs = entry.data[name]
    if (same(theirs, state.server[name])) continue
    const own = sent.find((fields) => name in fields && agrees(rules, name, fields[name], theirs))
    if (agrees(rules, name, values[name], theirs)) {
      base[name] = values[name]
      conflicts.delete(name)
    } else if (own && !conflicts.has(name)) base[name] = own[name]
    else if (!same(values[name], state.base[name])) conflicts.add(name)
    else if (state.focused !== name) {
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
    // What was under way was based on an older version, and can do nothing any more.
    uncertain: state.version !== null && entry.version > state.version ? [] : state.uncertain,
  }
}

/** Fields that were changed elsewhere while the cursor was in them. */
export const isBehind = (state: Autosave, name: string, rules: Rules): boolean =>
  !state.conflicts.includes(name) && !agrees(rules, name, state.base[name], state.server[name])
