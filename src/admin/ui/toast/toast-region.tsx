import { useSyncExternalStore } from 'react'
import { toastLibrary } from './toast-library.ts'

/** Toasts, from the first one on. */
export const ToastRegion = () => {
  const library = useSyncExternalStore(toastLibrary.subscribe, toastLibrary.get)
  return library ? <library.Toasts /> : null
}
