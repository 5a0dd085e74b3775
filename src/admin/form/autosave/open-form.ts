import { useEffect, useState, useSyncExternalStore } from 'react'
import { type CollectionName, findCollection } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { useAccount } from '../../accounts/sign-in/auth-context.ts'
import { type Autosave, opened, openedNew } from './autosave.ts'
import { type Autosaver, createAutosaver } from './autosaver.ts'
import { deviceCopies, holdFormLock, lockedForms, recovered } from './kept-copies.ts'
import { type Rules, rulesOf } from './rules.ts'
import { sendCall } from './send-call.ts'
import * as transitions from './transitions.ts'

/** An open form. */
export interface OpenForm {
  saver: Autosaver
  rules: Rules
  /** Time of the recovered text in ms, or undefined when nothing was recovered. */
  recoveredAt: number | undefined
  /** Closes the form. Unsaved text stays on the device unless `forget` is set. */
  close(options?: { forget: boolean }): Promise<void>
}

const emptyOf = (collection: CollectionName) =>
  Object.fromEntries(Object.entries(findCollection(collection)?.fields ?? {}).map(([name, { empty }]) => [name, empty]))

/** Opens the form of an entry, or of a new one (`null`), and recovers text that an earlier form left unsaved. */
export const openForm = async (account: string, collection: CollectionName, entry: Entry | null): Promise<OpenForm> => {
  const definition = findCollection(collection)
  if (!definition) throw new Error(`There is no collection ${collection}.`)
  const rules = rulesOf(definition)
  const keyPrefix = `${account}/${collection}/${entry?.id ?? 'new'}/`
  const key = keyPrefix + crypto.randomUUID()
  const release = holdFormLock(key)
  const [stored, open] = await Promise.all([deviceCopies.find(keyPrefix), lockedForms()])
  const abandoned = stored.filter(({ key: other }) => !open.has(other))
  let state: Autosave = entry ? opened(entry) : openedNew(emptyOf(collection))
  for (const { copy } of abandoned) state = recovered(state, copy, rules)

  const saver = createAutosaver(state, rules, {
    now: Date.now,
    schedule: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    keep: (copy) => void (copy ? deviceCopies.keep(key, copy) : deviceCopies.forget(key)),
    send: (call, done) => {
      if (entry) void sendCall(collection, entry.id, call).then(done)
    },
  })
  // The autosaver has stored them again under this form's key.
  for (const { key: old } of abandoned) void deviceCopies.forget(old)

  const sendNow = () => saver.update(transitions.sendNow)
  const onHide = () => document.visibilityState === 'hidden' && sendNow()
  window.addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', onHide)
  return {
    saver,
    rules,
    recoveredAt: abandoned.at(-1)?.copy.at,
    close: async ({ forget } = { forget: false }) => {
      saver.stop()
      release()
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', onHide)
      if (forget) await deviceCopies.forget(key)
    },
  }
}

/** Opens the form of an entry, or of a new one (`null`). Undefined until it is open, and while `entry` is unknown. */
export const useOpenForm = (collection: CollectionName, entry: Entry | null | undefined): OpenForm | undefined => {
  const { id: account } = useAccount()
  const [form, setForm] = useState<OpenForm>()
  const formId = entry === undefined ? undefined : (entry?.id ?? 'new')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form opens once for each entry; later reads reach it through the effect below.
  useEffect(() => {
    if (entry === undefined) return
    let unmounted = false
    let current: OpenForm | undefined
    void openForm(account, collection, entry).then((opened) => {
      current = opened
      if (unmounted) void opened.close()
      else setForm(opened)
    })
    return () => {
      unmounted = true
      setForm(undefined)
      void current?.close()
    }
  }, [account, collection, formId])

  useEffect(() => {
    if (entry && form) form.saver.update((state) => transitions.refreshed(state, entry, form.rules))
  }, [entry, form])
  return form
}

/** State of the form; renders again on every change. */
export const useFormState = ({ saver }: OpenForm): Autosave => useSyncExternalStore(saver.subscribe, saver.state)
