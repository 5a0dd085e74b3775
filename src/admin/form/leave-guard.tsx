import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { useLoaded } from '../ui/use-loaded.ts'
import { unsaved } from './autosave.ts'
import { deviceKeeps, type OpenForm, whereKept } from './open-form.ts'
import { sendNow } from './transitions.ts'

const loadDialog = () => import('./leave-dialog.tsx')

interface Props {
  isUnsaved(): boolean
  children: string
  /** Saves, then calls `leave`. Returns a function that cancels it. */
  save?(leave: () => void): () => void
  askAfterMs?: number
}

/** Asks before unsaved changes are left, inside the app and when the tab closes. */
export const LeaveGuard = ({ isUnsaved, children, save, askAfterMs = 0 }: Props) => {
  const [asking, setAsking] = useState(false)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to leave.
  useEffect(() => {
    if (state !== 'blocked') return
    const timer = setTimeout(() => setAsking(true), askAfterMs)
    const cancel = save?.(proceed)
    return () => {
      clearTimeout(timer)
      cancel?.()
      setAsking(false)
    }
  }, [state])
  useWindowEvent('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  const isAsking = asking && state === 'blocked'
  const stay = () => reset?.()
  const leave = () => proceed?.()
  // A dialog that cannot be fetched must not keep anyone here.
  const dialog = useLoaded(loadDialog, isAsking, () => (window.confirm(children) ? leave() : stay()))
  return dialog ? (
    <dialog.LeaveDialog opened={isAsking} leave={leave} stay={stay}>
      {children}
    </dialog.LeaveDialog>
  ) : null
}

/** Delays leaving a form until everything is saved, and asks if that takes too long or cannot happen by itself. */
export const LeaveWhenSaved = ({ form: { saver, rules, waiting } }: { form: OpenForm & { waiting: boolean } }) => {
  const isKept = useSyncExternalStore(deviceKeeps.listen, deviceKeeps.get)
  const isStored = saver.state().version !== null
  const isUnsaved = () => waiting || unsaved(saver.state()).length > 0
  const savesItself = isStored && !rules.onRequest && !waiting
  return (
    <LeaveGuard
      isUnsaved={isUnsaved}
      askAfterMs={savesItself ? 1500 : 0}
      save={(leave) => {
        const stop = saver.subscribe(() => {
          if (isUnsaved()) return
          stop()
          leave()
        })
        saver.update(sendNow)
        return stop
      }}
    >
      {waiting && isStored
        ? 'Publishing waits for an upload. If you leave, this stays a draft, and what is uploaded is added to it.'
        : `Some of your text is not on the server yet. It stays ${whereKept(isKept)} and comes back when you open this form again.`}
    </LeaveGuard>
  )
}
