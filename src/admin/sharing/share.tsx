import { Button } from '@mantine/core'
import { type ComponentProps, useEffect, useState } from 'react'
import { useLoaded, whenIdle } from '../ui/use-loaded.ts'

const loadMenu = async () => (await import('./share-menu.tsx')).default

/** The menu *Share*, fetched once the form stands; until then, and without a connection, its button is disabled. */
export const Share = (props: ComponentProps<Awaited<ReturnType<typeof loadMenu>>>) => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true), 2000), [])
  const Menu = useLoaded(loadMenu, isIdle)
  if (Menu) return <Menu {...props} />
  return (
    <Button variant="default" disabled>
      Share
    </Button>
  )
}
