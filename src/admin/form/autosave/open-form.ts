import { type CollectionName, findCollection } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { type Autosave, begun, opened } from './autosave.ts'
import { type Autosaver, createAutosaver } from './autosaver.ts'
import { copies } from './copies.ts'
import { holdFormLock, openForms } from './form-lock.ts'
import { recovered } from './kept-copy.ts'
import * as moves from './moves.ts'
import { type Rules, rulesOf } from './rules.ts'
import { sendCall } from './send-call.ts'

/** A form that is open. */
export interface OpenForm {
  saver: Autosaver
  rules: Rules
  /** When what was taken up again had been typed, in ms; undefined when there was nothing. */
  recoveredAt: number | undefined
  /** Ends it. What is unsaved stays on the device, unless it is to be forgotten. */
  close(options?: { forget: boolean }): Promise<void>
}

const emptyOf = (collection: CollectionName) =>
  Object.fromEntries(Object.entries(findCollection(collection)?.fields ?? {}).map(([name, { empty }]) => [name, empty]))

/** Opens an entry for editing, or with `null` one that is yet to be, and takes up what an earlier form left unsaved. */
export const openForm = async (account: string, collection: CollectionName, entry: Entry | null): Promise<OpenForm> => {
  const definition = findCollection(collection)
  if (!definition) throw new Error(`There is no collection ${collection}.`)
  const rules = rulesOf(definition)
  const place = `${account}/${collection}/${entry?.id ?? 'new'}/`
  const key = place + crypto.randomUUID()
  const release = holdFormLock(key)
  const [left, open] = await Promise.all([copies.find(place), openForms()])
  const mine = left.filter(({ key: other }) => !open.has(other))
  let state: Autosave = entry ? opened(entry) : begun(emptyOf(collection))
  for (const { copy } of mine) state = recovered(state, copy, rules)

  const saver = createAutosaver(state, rules, {
    now: Date.now,
    schedule: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    keep: (copy) => void (copy ? copies.keep(key, copy) : copies.forget(key)),
    send: (call, done) => {
      if (entry) void sendCall(collection, entry.id, call).then(done)
    },
  })
  // Kept anew under this form's name by now.
  for (const { key: old } of mine) void copies.forget(old)

  const hurry = () => saver.move(moves.hurry)
  const onHide = () => document.visibilityState === 'hidden' && hurry()
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', onHide)
  return {
    saver,
    rules,
    recoveredAt: mine.at(-1)?.copy.at,
    close: async ({ forget } = { forget: false }) => {
      saver.stop()
      release()
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', onHide)
      if (forget) await copies.forget(key)
    },
  }
}
