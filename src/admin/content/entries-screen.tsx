import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { collectionsOn } from '../frame/screens.ts'
import { Screen } from '../ui/screen.tsx'
import { EntrySection } from './entry-section.tsx'

/** The tables of the collections that stand on this screen. */
export const EntriesScreen = ({ screen }: { screen: string }) => {
  const { hash } = useLocation()
  useEffect(() => {
    const wanted = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!wanted) return
    // The tables above have no height yet when this screen is new.
    const watch = new ResizeObserver(() => wanted.scrollIntoView())
    const stop = setTimeout(() => watch.disconnect(), 1500)
    watch.observe(document.body)
    return () => {
      watch.disconnect()
      clearTimeout(stop)
    }
  }, [hash])
  const title = screen.charAt(0).toUpperCase() + screen.slice(1)
  const names = collectionsOn(screen)
  return (
    <Screen title={title} untitled={names.length === 1}>
      {names.map((name) => (
        <EntrySection key={name} name={name} {...(names.length === 1 && { screen: title })} />
      ))}
    </Screen>
  )
}
