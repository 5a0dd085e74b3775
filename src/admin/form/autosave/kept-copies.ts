import { type Autosave, type Data, picked, type Rules, type Stored, unsaved } from './autosave.ts'
import { merged } from './merged.ts'

/** Unsaved fields of a form, kept on the device until the server has them. */
export interface KeptCopy {
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
let opening: Promise<IDBDatabase | undefined> | undefined

/** Undefined where the browser has no storage, as in some private windows. */
const database = (): Promise<IDBDatabase | undefined> => {
  opening ??= new Promise((resolve) => {
    const request = indexedDB.open('vitrine', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
  return opening
}

const write = async (act: (objects: IDBObjectStore) => void): Promise<void> => {
  const db = await database()
  const transaction = db?.transaction(storeName, 'readwrite')
  if (!transaction) return
  act(transaction.objectStore(storeName))
  // Without it the browser waits for more requests, and the copy is lost when the page is killed.
  transaction.commit()
}

export const deviceCopies = {
  keep: (key: string, copy: KeptCopy): Promise<void> => write((objects) => objects.put(copy, key)),
  forget: (key: string): Promise<void> => write((objects) => objects.delete(key)),
  /** Copies whose key starts with `prefix`, oldest first. */
  find: async (prefix: string): Promise<{ key: string; copy: KeptCopy }[]> => {
    const db = await database()
    if (!db) return []
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    const objects = db.transaction(storeName).objectStore(storeName)
    const read = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const [keys, values] = await Promise.all([read(objects.getAllKeys(range)), read(objects.getAll(range))])
    return keys
      .map((key, at) => ({ key: String(key), copy: values[at] as KeptCopy }))
      .sort((a, b) => a.copy.at - b.copy.at)
  },
}

/** Holds a lock while the form is open. The browser releases it when the page dies. */
export const holdFormLock = (name: string): (() => void) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Only secure origins have locks. Without them every copy counts as abandoned.
  navigator.locks?.request(name, () => held)
  return release
}

export const lockedForms = async (): Promise<Set<string>> => {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name ?? ''))
}
