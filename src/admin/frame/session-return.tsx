import { useSyncExternalStore } from 'react'
import { sessionGate } from '../api/session-gate.ts'
import { useLoaded } from '../ui/use-loaded.ts'

const loadDialog = () => import('../accounts/return-dialog.tsx')

/** The dialog that asks to sign in again, from the first time it is needed. */
export const SessionReturn = () => {
  const state = useSyncExternalStore(sessionGate.subscribe, sessionGate.state)
  // Signing in on the login screen comes back to the same address; unsaved text is kept on the device.
  const dialog = useLoaded(loadDialog, state !== false, () => {
    window.location.assign(`/login?next=${encodeURIComponent(window.location.pathname + window.location.search)}`)
  })
  return dialog ? <dialog.ReturnDialog /> : null
}
