import { ActionIcon } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useState } from 'react'
import { Link } from 'react-router'
import { openShortcuts } from '../commands/open-shortcuts.ts'
import { LazyMenu } from '../ui/menu/lazy-menu.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { viewNames } from './inbox-views.tsx'
import { messages as api } from './messages-api.ts'
import type { InboxUrl } from './use-inbox-url.ts'

const loadErase = () => import('./erase-dialog.tsx')

export const InboxMenu = ({ url: { view, q } }: { url: InboxUrl }) => {
  const [erasing, setErasing] = useState(false)
  const erase = useLoaded(loadErase, erasing, () => {
    setErasing(false)
    toastError(new Error('The dialog could not be loaded. Check the connection, then try again.'))
  })
  const what = q === '' ? viewNames[view] : `${viewNames[view]}: ${q}`
  return (
    <>
      <LazyMenu
        position="bottom-end"
        button={(props) => (
          <ActionIcon aria-label="More" variant="default" size="input-sm" {...props}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        )}
      >
        {(Menu) => (
          <>
            <Menu.Label className="menu-label">{what}</Menu.Label>
            <Menu.Item component="a" href={api.file('csv', { view, q })} download>
              Export as CSV
            </Menu.Item>
            <Menu.Item component="a" href={api.file('json', { view, q })} download>
              Export as JSON
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setErasing(true)}>Erase a person …</Menu.Item>
            <Menu.Item component={Link} to="/admin/settings?tab=replies">
              Snippets
            </Menu.Item>
            <Menu.Item component={Link} to="/admin/contact/spam-rules">
              Spam rules
            </Menu.Item>
            <Menu.Item onClick={openShortcuts}>Keyboard shortcuts</Menu.Item>
          </>
        )}
      </LazyMenu>
      {erase && <erase.EraseDialog opened={erasing} close={() => setErasing(false)} />}
    </>
  )
}
