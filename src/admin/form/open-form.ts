import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { Fields } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { ApiError, asApiError } from '../api/client.ts'
import { sessionGate } from '../api/session-gate.ts'
import { arrived, account as uploadsOf, withArrived } from '../media/upload-state.ts'
import { useAccount } from '../session/session.tsx'
import { newId } from '../ui/new-id.ts'
import {
  type Autosave,
  beginCall,
  type Call,
  type Data,
  nextCallAt,
  opened,
  openedNew,
  picked,
  type Rules,
  rulesOf,
  type Stored,
  unsaved,
} from './autosave.ts'
import * as transitions from './transitions.ts'
import { merged } from './transitions.ts'

/** Unsaved fields of a form, kept on the device until the server has them. */
interface KeptCopy {
  version: number | null
  /** Unsaved fields, with their values at the last agreement with the server. */
  values: Data
  base: Data
  server: Data
  /** Fields of calls without an answer. The name stays: copies of older versions have it. */
  doubtful: readonly Data[]
  conflicts: readonly string[]
  /** Time of the last edit, in ms. */
  at: number
}

/** Copy to keep of this state, or undefined when everything is saved. */
const keptCopy = (state: Autosave, at: number): KeptCopy | undefined => {
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

/** Restores a copy into an entry just opened, as if the form had never been closed. */
export const recovered = (state: Autosave, copy: KeptCopy, rules: Rules): Autosave => {
  const known = (data: Data) =>
    picked(
      data,
      Object.keys(data).filter((name) => rules.fields.includes(name)),
    )
  const restored: Autosave = {
    ...state,
    version: copy.version,
    values: { ...state.values, ...known(copy.values) },
    base: { ...state.base, ...known(copy.base) },
    server: { ...state.server, ...known(copy.server) },
    uncertain: copy.doubtful,
    conflicts: copy.conflicts.filter((name) => rules.fields.includes(name)),
  }
  if (state.version === null || copy.version === null) return { ...restored, version: state.version, uncertain: [] }
  const current: Stored = { version: state.version, status: state.status, data: state.server }
  return merged(restored, current, rules)
}

const storeName = 'copies'
let opening: Promise<IDBDatabase> | undefined

/** Rejects where the browser has no storage, as in some private windows. */
const database = (): Promise<IDBDatabase> => {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('vitrine', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

/** Acts on the copies of this device, and resolves when that is over. */
const within = async <T>(mode: IDBTransactionMode, act: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const begin = async () => (await database()).transaction(storeName, mode)
  // A phone may close it while the page is in the background: it is opened again.
  const transaction = await begin().catch(() => {
    opening = undefined
    return begin()
  })
  const request = act(transaction.objectStore(storeName))
  // Without it the browser waits for more requests, and the copy is lost when the page is killed.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** False while this device cannot keep what is not saved: its storage is full or blocked. */
export const deviceKeeps = atom(true)

/** Place of unsaved text, for a sentence. */
export const whereKept = (isKept: boolean = deviceKeeps.get()): string =>
  isKept ? 'on this device' : 'as long as this tab is open'

/** Copies that the device could not keep; they are gone with the tab, which asks before it closes. */
const inTab = new Map<string, KeptCopy>()
const askFirst = (event: Event) => event.preventDefault()
const keepInTab = (key: string, copy: KeptCopy | undefined) => {
  if (copy) inTab.set(key, copy)
  else inTab.delete(key)
  if (inTab.size > 0) window.addEventListener('beforeunload', askFirst)
  else window.removeEventListener('beforeunload', askFirst)
}

const deviceCopies = {
  keep: async (key: string, copy: KeptCopy): Promise<void> => {
    const isKept = await within('readwrite', (objects) => objects.put(copy, key)).then(
      () => true,
      () => false,
    )
    keepInTab(key, isKept ? undefined : copy)
    deviceKeeps.set(isKept)
  },
  forget: (key: string): Promise<void> => {
    const remove = () => keepInTab(key, undefined)
    remove()
    // Again at the end: a write that was under way may have failed meanwhile.
    return within('readwrite', (objects) => objects.delete(key)).then(remove, remove)
  },
  /** Copies whose key starts with `prefix`, oldest first; none where they cannot be read. */
  find: async (prefix: string): Promise<{ key: string; copy: KeptCopy }[]> => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    let keys: IDBRequest<IDBValidKey[]> | undefined
    const read = (objects: IDBObjectStore): IDBRequest<KeptCopy[]> => {
      keys = objects.getAllKeys(range)
      return objects.getAll(range)
    }
    const copies = await within('readonly', read).catch(() => [])
    const found = new Map(copies.map((copy, at) => [String(keys?.result[at]), copy]))
    // A copy in the tab is newer than the one of the device under the same key.
    for (const [key, copy] of inTab) if (key.startsWith(prefix)) found.set(key, copy)
    return [...found].map(([key, copy]) => ({ key, copy })).sort((a, b) => a.copy.at - b.copy.at)
  },
}

/** Holds a lock while the form is open. The browser releases it when the page dies. */
const holdFormLock = (name: string): (() => void) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Only secure origins have locks. Without them every copy counts as abandoned.
  navigator.locks?.request(name, () => held)
  return release
}

const lockedForms = async (): Promise<Set<string>> => {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name ?? ''))
}

export type Outcome =
  | { kind: 'stored'; entry: Stored }
  | { kind: 'stale'; entry: Stored }
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  | { kind: 'deleted' }
  | { kind: 'unanswered'; error?: unknown }

interface AutosavePort {
  now(): number
  /** Calls `act` after `ms`. Returns a function that cancels it. */
  schedule(ms: number, act: () => void): () => void
  send(call: Call, done: (outcome: Outcome) => void): void
  /** Replaces the copy on the device; `undefined` removes it, since everything is saved. */
  keep(copy: KeptCopy | undefined): void
}

interface Autosaver {
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

/** Runs autosave for one form: one call at a time, with a copy on the device before each. `before` is the copy that the form begins with. */
export const createAutosaver = (first: Autosave, rules: Rules, port: AutosavePort, before?: KeptCopy): Autosaver => {
  let state = withFilesIn(first)
  let stopped = false
  let cancelTimer = () => {}
  let kept = before
  const listeners = new Set<() => void>()

  const keepAndSend = () => {
    const before = state.sending
    state = beginCall(state, port.now(), rules)
    // Before the call: if the browser dies during it, the copy has the text and the unanswered call.
    const made = keptCopy(state, port.now())
    const copy = made && kept && sameValue(made.values, kept.values) ? { ...made, at: kept.at } : made
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

/** Subject of a form: its fields, and how the server stores them. */
export interface FormSource {
  /** Part of the keys of the copies on the device, such as `services/ID`. */
  key: string
  fields: Fields
  /** Values that a new one begins with; the others are empty. */
  first?: Data | undefined
  /** Problems between fields, by the field that they stand at. */
  across?: ((values: Data) => Record<string, string>) | undefined
  /** Saves nothing by itself, only when publishing is requested. */
  onRequest?: boolean
  send(call: Call, signal: AbortSignal): Promise<unknown>
  /** Reads an answer, and the current state in the error about a stale version. */
  stored(answer: unknown): Stored
}

/** Time spent in the sign-in dialog does not count. */
const timeoutMs = 20_000
const tickMs = 1000

const outcomeOf = (thrown: unknown, stored: FormSource['stored']): Outcome => {
  const error = asApiError(thrown)
  const { code, status, current, fields, message } = error
  if (code === 'stale-version') return { kind: 'stale', entry: stored(current) }
  if (status === 422) return { kind: 'refused', fields, message }
  if (status === 413) return { kind: 'refused', fields: {}, message }
  if (code === 'not-found') return { kind: 'deleted' }
  return { kind: 'unanswered', error }
}

const sendCall = async ({ send, stored }: FormSource, call: Call): Promise<Outcome> => {
  const controller = new AbortController()
  let waitedMs = 0
  const timer = setInterval(() => {
    if (!sessionGate.state()) waitedMs += tickMs
    if (waitedMs >= timeoutMs) controller.abort(new ApiError('offline', 'The server did not answer in time.'))
  }, tickMs)
  try {
    return { kind: 'stored', entry: stored(await send(call, controller.signal)) }
  } catch (error) {
    return outcomeOf(error, stored)
  } finally {
    clearInterval(timer)
  }
}

export interface OpenForm {
  fields: Fields
  /** Problems between fields, such as an end before its start. */
  across: FormSource['across']
  saver: Autosaver
  rules: Rules
  /** Time of the recovered text in ms, or undefined when nothing was recovered. */
  recoveredAt: number | undefined
  /**
   * Closes the form after a last call. Unsaved text stays on the device unless `forget` is set; then only what `stored` has not, for the
   * form whose source has this `key`.
   */
  close(options?: { forget: boolean; left?: { key: string; stored: Stored } }): Promise<void>
}

// An end that nobody has filled in is not yet an open one.
const emptyOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { empty, ongoing }]) => [name, empty === ongoing ? undefined : empty]),
  )

const untilAnswered = ({ state, subscribe }: Autosaver): Promise<void> =>
  new Promise((resolve) => {
    if (!state().sending) return resolve()
    const stop = subscribe(() => {
      if (state().sending) return
      stop()
      resolve()
    })
  })

/** Opens a form on what is stored, or on nothing (`null`), and recovers text that an earlier form left unsaved. */
const openForm = async (account: string, source: FormSource, stored: Stored | null): Promise<OpenForm> => {
  const rules = rulesOf(source.fields, source.onRequest)
  const keyPrefix = `${account}/${source.key}/`
  const key = keyPrefix + newId()
  const release = holdFormLock(key)
  const [copies, open] = await Promise.all([deviceCopies.find(keyPrefix), lockedForms()])
  const abandoned = copies.filter(({ key: other }) => !open.has(other))
  // One text at a time: another one waits for the next opening.
  const copy = abandoned.at(-1)?.copy
  const taken = abandoned.filter((one) => sameValue(one.copy.values, copy?.values))
  const first = stored ? opened(stored) : openedNew({ ...emptyOf(source.fields), ...source.first })
  const state = copy ? recovered(first, copy, rules) : first

  const old = taken.map((one) => one.key)
  /** Ends what this form has taken up. Where the device has no room, its own copies stay until the text is saved: they outlive the tab. */
  const settle = (isSaved: boolean) => {
    if (isSaved || deviceKeeps.get()) for (const one of old.splice(0)) void deviceCopies.forget(one)
    else for (const one of old) keepInTab(one, undefined)
  }
  const port: AutosavePort = {
    now: Date.now,
    schedule: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    keep: (copy) => {
      const keeping = copy ? deviceCopies.keep(key, copy) : deviceCopies.forget(key)
      void keeping.then(() => settle(copy === undefined))
    },
    send: (call, done) => void sendCall(source, call).then(done),
  }
  // It stores what was taken up again, under this form's key.
  const saver = createAutosaver(state, rules, port, copy)

  const sendNow = () => saver.update(transitions.sendNow)
  const onHide = () => document.visibilityState === 'hidden' && sendNow()
  const stopListening = arrived.listen(() => saver.update((now) => now))
  uploadsOf.set(account)
  window.addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', onHide)
  return {
    fields: source.fields,
    across: source.across,
    saver,
    rules,
    recoveredAt: copy?.at,
    close: async ({ forget, left } = { forget: false }) => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', onHide)
      release()
      if (!forget) {
        sendNow()
        await untilAnswered(saver)
      }
      stopListening()
      saver.stop()
      // While it was open, nobody else wrote into it.
      void import('../media/upload-queue.ts').then(
        ({ queue }) => queue.deliverAll(),
        () => {},
      )
      if (!forget) return
      const copy = left && keptCopy({ ...opened(left.stored), values: saver.state().values }, Date.now())
      if (copy) await deviceCopies.keep(`${account}/${left.key}/${newId()}`, copy)
      await deviceCopies.forget(key)
      settle(true)
    },
  }
}

/** Opens a form on what is stored, or on nothing (`null`). Undefined until it is open, and while `stored` is unknown. */
export const useOpenForm = (
  source: FormSource,
  stored: (Stored & { deletedAt?: string | null }) | null | undefined,
): OpenForm | undefined => {
  const { id: account } = useAccount()
  const [form, setForm] = useState<OpenForm>()
  const known = stored !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form opens once for each key; later reads reach it through the effect below.
  useEffect(() => {
    if (stored === undefined) return
    let unmounted = false
    let current: OpenForm | undefined
    void openForm(account, source, stored).then((opened) => {
      current = opened
      if (unmounted) void opened.close()
      else setForm(opened)
    })
    return () => {
      unmounted = true
      setForm(undefined)
      void current?.close()
    }
  }, [account, source.key, known])

  useEffect(() => {
    if (stored && form) form.saver.update((state) => transitions.refreshed(state, stored, form.rules))
  }, [stored, form])
  return form
}
