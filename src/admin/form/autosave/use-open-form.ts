import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CollectionName } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { useAccount } from '../../accounts/sign-in/auth-context.ts'
import type { Autosave } from './autosave.ts'
import * as moves from './moves.ts'
import { type OpenForm, openForm } from './open-form.ts'

/** The form of an entry, or with `null` of one that is yet to be; undefined until it is open, and while `entry` is unknown. */
export const useOpenForm = (collection: CollectionName, entry: Entry | null | undefined): OpenForm | undefined => {
  const { id: account } = useAccount()
  const [form, setForm] = useState<OpenForm>()
  const which = entry === undefined ? undefined : (entry?.id ?? 'new')

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each entry; what is read of it later is told below.
  useEffect(() => {
    if (entry === undefined) return
    let left = false
    let current: OpenForm | undefined
    void openForm(account, collection, entry).then((opened) => {
      current = opened
      if (left) void opened.close()
      else setForm(opened)
    })
    return () => {
      left = true
      setForm(undefined)
      void current?.close()
    }
  }, [account, collection, which])

  useEffect(() => {
    if (entry && form) form.saver.move((state) => moves.seen(state, entry, form.rules))
  }, [entry, form])
  return form
}

/** Its state, drawn anew with every change. */
export const useFormState = ({ saver }: OpenForm): Autosave => useSyncExternalStore(saver.subscribe, saver.state)
