import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { activity } from '../api/activity.ts'

/** Shorter calls show no bar. */
const delayMs = 150

export const ProgressBar = () => {
  const calls = useSyncExternalStore(activity.subscribe, activity.count)
  const { state } = useNavigation()
  const busy = calls > 0 || state === 'loading'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [busy])
  return <div className="progress-bar" data-shown={shown || undefined} aria-hidden />
}
