import { Button } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

// Fetched once the form stands, or the browser has worked for two seconds.
const ShareMenu = lazy(async () => {
  await new Promise<void>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: 2000 }) : setTimeout(resolve),
  )
  return import('./share-menu.tsx')
})

/** The menu *Share*. Its button is there before. */
export const Share = (props: ComponentProps<typeof ShareMenu>) => (
  <Suspense
    fallback={
      <Button variant="default" disabled>
        Share
      </Button>
    }
  >
    <ShareMenu {...props} />
  </Suspense>
)
