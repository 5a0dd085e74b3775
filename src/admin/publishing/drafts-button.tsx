import { lazy, Suspense, useState } from 'react'
import { useDraftCount } from './drafts-api.ts'

const DraftsDialog = lazy(() => import('./drafts-dialog.tsx'))

/** Number of changes that visitors do not see yet; opens their list. */
export const DraftsButton = () => {
  const count = useDraftCount() ?? 0
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')
  const changes = count === 1 ? 'change' : 'changes'
  return (
    <>
      {count > 0 && (
        <button type="button" className="drafts-button" aria-haspopup="dialog" onClick={() => setOpened('open')}>
          <span>
            {count} <span className="drafts-words">{changes} not yet visible</span>
          </span>
        </button>
      )}
      {opened !== 'never' && (
        <Suspense fallback={null}>
          <DraftsDialog opened={opened === 'open'} close={() => setOpened('closed')} />
        </Suspense>
      )}
    </>
  )
}
