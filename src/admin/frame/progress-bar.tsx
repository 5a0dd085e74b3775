import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { activity } from '../api/activity.ts'

/** In ms: what is quicker needs no sign. */
const delayMs = 150

/** A line at the top while something takes longer than a moment. */
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
