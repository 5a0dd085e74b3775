import { withArrived } from '../../media/upload-state.ts'
import { type Autosave, beginCall, type Call, nextCallAt, type Rules, type Stored } from './autosave.ts'
import { type KeptCopy, keptCopy } from './kept-copies.ts'
import * as transitions from './transitions.ts'

export type Outcome =
  | { kind: 'stored'; entry: Stored }
  | { kind: 'stale'; entry: Stored }
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  | { kind: 'deleted' }
  | { kind: 'unanswered'; error?: unknown }

export interface AutosavePort {
  now(): number
  /** Calls `act` after `ms`. Returns a function that cancels it. */
  schedule(ms: number, act: () => void): () => void
  send(call: Call, done: (outcome: Outcome) => void): void
  /** Replaces the copy on the device; `undefined` removes it, since everything is saved. */
  keep(copy: KeptCopy | undefined): void
}

export interface Autosaver {
  state(): Autosave
  subscribe(listener: () => void): () => void
  update(next: (state: Autosave) => Autosave): void
  edit(name: string, value: unknown): void
  stop(): void
}

const applyOutcome = (state: Autosave, call: number, outcome: Outcome, now: number, rules: Rules): Autosave => {
  if (outcome.kind === 'stored') return transitions.stored(state, call, outcome.entry, rules)
  if (outcome.kind === 'stale') return transitions.stale(state, call, outcome.entry, rules)
  if (outcome.kind === 'refused') return transitions.refused(state, call, outcome.fields, outcome.message)
  if (outcome.kind === 'deleted') return transitions.deleted(state, call)
  return transitions.unanswered(state, call, now, outcome.error)
}

/** A form never shows that it awaits a file that is there. */
const withFilesIn = (state: Autosave): Autosave => {
  const values = withArrived(state.values)
  return values === state.values ? state : { ...state, values }
}

/** Runs autosave for one form: one call at a time, with a copy on the device before each. */
export const createAutosaver = (first: Autosave, rules: Rules, port: AutosavePort): Autosaver => {
  let state = withFilesIn(first)
  let stopped = false
  let cancelTimer = () => {}
  let kept: KeptCopy | undefined
  const listeners = new Set<() => void>()

  const keepAndSend = () => {
    const before = state.sending
    state = beginCall(state, port.now(), rules)
    // Before the call: if the browser dies during it, the copy has the text and the unanswered call.
    const copy = keptCopy(state, port.now())
    if (copy || kept) port.keep(copy)
    kept = copy
    cancelTimer()
    cancelTimer = () => {}
    const call = state.sending
    if (call && call !== before) {
      port.send(call, (outcome) => update((now) => applyOutcome(now, call.id, outcome, port.now(), rules)))
      return
    }
    const at = nextCallAt(state, rules)
    if (at !== undefined) cancelTimer = port.schedule(Math.max(0, at - port.now()), () => update((now) => now))
  }

  const update = (next: (state: Autosave) => Autosave) => {
    if (stopped) return
    state = withFilesIn(next(state))
    keepAndSend()
    for (const listener of listeners) listener()
  }

  // Stores a recovered copy again, under the key of this form.
  keepAndSend()
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update,
    edit: (name, value) => update((now) => transitions.edit(now, name, value, port.now(), rules)),
    stop: () => {
      stopped = true
      cancelTimer()
    },
  }
}
