import type { KeptCopy } from './kept-copy.ts'

const store = 'copies'
let opening: Promise<IDBDatabase | undefined> | undefined

/** Undefined where the browser keeps nothing, as in some private windows. */
const database = (): Promise<IDBDatabase | undefined> => {
  opening ??= new Promise((resolve) => {
    const request = indexedDB.open('vitrine', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
  return opening
}

const write = async (act: (objects: IDBObjectStore) => void): Promise<void> => {
  const db = await database()
  const transaction = db?.transaction(store, 'readwrite')
  if (!transaction) return
  act(transaction.objectStore(store))
  // Otherwise the browser waits for this page to come back for more, and a page that is killed never does.
  transaction.commit()
}

/** Unsaved text on this device, by the form it was typed in. */
export const copies = {
  keep: (key: string, copy: KeptCopy): Promise<void> => write((objects) => objects.put(copy, key)),
  forget: (key: string): Promise<void> => write((objects) => objects.delete(key)),
  /** All whose key begins so, oldest first. */
  find: async (prefix: string): Promise<{ key: string; copy: KeptCopy }[]> => {
    const db = await database()
    if (!db) return []
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    const objects = db.transaction(store).objectStore(store)
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
