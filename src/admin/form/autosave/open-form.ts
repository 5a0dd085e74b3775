import { useEffect, useState } from 'react'
import type { Fields } from '../../../model/fields/fields.ts'
import { arrived, account as uploadsOf } from '../../media/upload-state.ts'
import { useAccount } from '../../session/session.tsx'
import { type Autosave, opened, openedNew, type Rules, rulesOf, type Stored } from './autosave.ts'
import { type Autosaver, createAutosaver } from './autosaver.ts'
import { deviceCopies, holdFormLock, lockedForms, recovered } from './kept-copies.ts'
import { type FormSource, sendCall } from './send-call.ts'
import * as transitions from './transitions.ts'

export interface OpenForm {
  fields: Fields
  /** Problems between fields, such as an end before its start. */
  across: FormSource['across']
  saver: Autosaver
  rules: Rules
  /** Time of the recovered text in ms, or undefined when nothing was recovered. */
  recoveredAt: number | undefined
  /** Closes the form after a last call. Unsaved text stays on the device unless `forget` is set. */
  close(options?: { forget: boolean }): Promise<void>
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
  const key = keyPrefix + crypto.randomUUID()
  const release = holdFormLock(key)
  const [copies, open] = await Promise.all([deviceCopies.find(keyPrefix), lockedForms()])
  const abandoned = copies.filter(({ key: other }) => !open.has(other))
  let state: Autosave = stored ? opened(stored) : openedNew(emptyOf(source.fields))
  for (const { copy } of abandoned) state = recovered(state, copy, rules)

  const saver = createAutosaver(state, rules, {
    now: Date.now,
    schedule: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    keep: (copy) => void (copy ? deviceCopies.keep(key, copy) : deviceCopies.forget(key)),
    send: (call, done) => void sendCall(source, call).then(done),
  })
  // The autosaver has stored them again under this form's key.
  for (const { key: old } of abandoned) void deviceCopies.forget(old)

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
    recoveredAt: abandoned.at(-1)?.copy.at,
    close: async ({ forget } = { forget: false }) => {
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
      void import('../../media/upload-queue.ts').then(
        ({ queue }) => queue.deliverAll(),
        () => {},
      )
      if (forget) await deviceCopies.forget(key)
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
