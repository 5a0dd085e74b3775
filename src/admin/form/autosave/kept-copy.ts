import { type Autosave, type Data, type Stored, unsaved } from './autosave.ts'
import { merged } from './merged.ts'
import type { Rules } from './rules.ts'

/** What is kept on the device until the server has it. */
export interface KeptCopy {
  version: number | null
  /** The unsaved fields, and what they were where form and server last agreed. */
  values: Data
  base: Data
  server: Data
  /** Sent without an answer, or on its way. */
  doubtful: readonly Data[]
  /** Fields about which the person had still to be asked. */
  conflicts: readonly string[]
  /** When, in ms. */
  at: number
}

const picked = (data: Data, names: readonly string[]): Data =>
  Object.fromEntries(names.map((name) => [name, data[name]]))

/** What has to be kept of this state; undefined when the server has it all. */
export const keptCopy = (state: Autosave, at: number): KeptCopy | undefined => {
  const names = unsaved(state)
  if (names.length === 0) return undefined
  return {
    version: state.version,
    values: picked(state.values, names),
    base: picked(state.base, names),
    server: picked(state.server, names),
    doubtful: [...state.uncertain, ...(state.sending ? [state.sending.fields] : [])],
    conflicts: state.conflicts,
    at,
  }
}

/** Puts what was kept back into an entry just opened, as if the form had never been left. */
export const recovered = (state: Autosave, copy: KeptCopy, rules: Rules): Autosave => {
  const known = (data: Data) =>
    picked(
      data,
      Object.keys(data).filter((name) => rules.fields.includes(name)),
    )
  const left: Autosave = {
    ...state,
    version: copy.version,
    values: { ...state.values, ...known(copy.values) },
    base: { ...state.base, ...known(copy.base) },
    server: { ...state.server, ...known(copy.server) },
    uncertain: copy.doubtful,
    conflicts: copy.conflicts.filter((name) => rules.fields.includes(name)),
  }
  if (state.version === null || copy.version === null) return { ...left, version: state.version, uncertain: [] }
  const now: Stored = { version: state.version, status: state.status, data: state.server }
  return merged(left, now, rules)
}
