import { useState } from 'react'
import { lateDialog } from '../ui/use-loaded.ts'
import { useDraftCount } from './drafts-api.ts'

const DraftsDialog = lateDialog(() => import('./drafts-dialog.tsx'))

/** Number of changes that visitors do not see yet; opens their list. */
export const DraftsButton = () => {
  const count = useDraftCount() ?? 0
  const [opened, setOpened] = useState(false)
  const changes = count === 1 ? 'change' : 'changes'
  return (
    <>
      {count > 0 && (
        <button type="button" className="drafts-button" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          <span>
            {count} <span className="drafts-words">{changes} not yet visible</span>
          </span>
        </button>
      )}
      <DraftsDialog opened={opened} close={() => setOpened(false)} />
    </>
  )
}
