import { type Autosave, begin, type Call, type Stored, wakeAt } from './autosave.ts'
import { type KeptCopy, keptCopy } from './kept-copy.ts'
import * as moves from './moves.ts'
import type { Rules } from './rules.ts'

export type Outcome =
  | { kind: 'stored'; entry: Stored }
  | { kind: 'stale'; entry: Stored }
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  | { kind: 'vanished' }
  | { kind: 'unanswered' }

/** The world as the autosaver needs it; a test brings its own. */
export interface World {
  now(): number
  /** Calls back after so many ms, unless it is stopped. */
  schedule(ms: number, act: () => void): () => void
  send(call: Call, done: (outcome: Outcome) => void): void
  /** Keeps this on the device from now on; nothing when all is saved. */
  keep(copy: KeptCopy | undefined): void
}

export interface Autosaver {
  state(): Autosave
  subscribe(listener: () => void): () => void
  /** Changes the state, keeps what is unsaved, and sends what is due. */
  move(next: (state: Autosave) => Autosave): void
  edit(name: string, value: unknown): void
  /** Sends and keeps nothing any more. */
  stop(): void
}

const after = (state: Autosave, call: number, outcome: Outcome, now: number, rules: Rules): Autosave => {
  if (outcome.kind === 'stored') return moves.stored(state, call, outcome.entry, rules)
  if (outcome.kind === 'stale') return moves.stale(state, call, outcome.entry, rules)
  if (outcome.kind === 'refused') return moves.refused(state, call, outcome.fields, outcome.message)
  if (outcome.kind === 'vanished') return moves.deleted(state, call)
  return moves.unanswered(state, call, now)
}

/** Carries the states of one entry out in the world: one call at a time, and a copy on the device before each. */
export const createAutosaver = (first: Autosave, rules: Rules, world: World): Autosaver => {
  let state = first
  let stopped = false
  let sleep = () => {}
  let kept: KeptCopy | undefined
  const listeners = new Set<() => void>()

  const settle = () => {
    const before = state.sending
    state = begin(state, world.now(), rules)
    // Before the call, so that a kill in the middle of it leaves both the text and what may have become of it.
    const copy = keptCopy(state, world.now())
    if (copy || kept) world.keep(copy)
    kept = copy
    sleep()
    sleep = () => {}
    const call = state.sending
    if (call && call !== before) {
      world.send(call, (outcome) => move((now) => after(now, call.id, outcome, world.now(), rules)))
      return
    }
    const at = wakeAt(state, rules)
    if (at !== undefined) sleep = world.schedule(Math.max(0, at - world.now()), () => move((now) => now))
  }

  const move = (next: (state: Autosave) => Autosave) => {
    if (stopped) return
    state = next(state)
    settle()
    for (const listener of listeners) listener()
  }

  // A copy that was taken up again is kept again, under this form's name.
  settle()
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move,
    edit: (name, value) => move((now) => moves.edit(now, name, value, world.now(), rules)),
    stop: () => {
      stopped = true
      sleep()
    },
  }
}
