import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Screen } from '../ui/screen.tsx'
import { collectionsOn, screenTitle } from '../ui/screens.ts'
import { EntrySection } from './entry-section.tsx'

export const EntriesScreen = ({ screen }: { screen: string }) => {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!target) return
    // The tables above have no height yet when the screen opens.
    const observer = new ResizeObserver(() => target.scrollIntoView())
    const stop = setTimeout(() => observer.disconnect(), 1500)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      clearTimeout(stop)
    }
  }, [hash])
  const names = collectionsOn(screen)
  const title = screenTitle(screen)
  return (
    <Screen title={title} untitled={names.length === 1}>
      {names.map((name) => (
        <EntrySection key={name} name={name} {...(names.length === 1 && { screen: title })} />
      ))}
    </Screen>
  )
}
