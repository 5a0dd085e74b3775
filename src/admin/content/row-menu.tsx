import { Menu } from '@mantine/core'
import { type Ref, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { toastChange } from '../history/toast-change.ts'
import { toastError } from '../ui/toast/toast.ts'
import { entries, forgetEntries } from './entries-api.ts'

/** The row's own button stands for the menu's: it is there before the menu is, and says itself what it opens. */
const Anchor = ({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) => {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button)
    else if (ref) ref.current = button
  }, [button, ref])
  return null
}

interface Props {
  collection: CollectionName
  entry: Entry
  /** What it hangs from. */
  button: HTMLElement
  moveToTop: (() => void) | undefined
  onClosed(): void
}

/** What is done to an entry less often. Made when it is asked for: a menu for each row would cost a long table its scrolling. */
export const RowMenu = ({ collection, entry, button, moveToTop, onClosed }: Props) => {
  const [opened, setOpened] = useState(false)
  // Only what opens while it is there gives the focus back.
  useEffect(() => setOpened(true), [])
  const act = async (change: () => Promise<unknown>, done: string) => {
    try {
      await change()
      void toastChange(done, { collection, entry: entry.id })
      await forgetEntries(collection)
    } catch (error) {
      toastError(error, 'This was not done')
    }
  }
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      opened={opened}
      onChange={setOpened}
      onExitTransitionEnd={onClosed}
    >
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {entry.status !== 'published' && (
          <Menu.Item onClick={() => act(() => entries.publish(collection, entry.id, entry.version), 'Published')}>
            Publish
          </Menu.Item>
        )}
        {entry.status !== 'draft' && (
          <Menu.Item
            onClick={() => act(() => entries.unpublish(collection, entry.id, entry.version), 'Taken off the page')}
          >
            Unpublish
          </Menu.Item>
        )}
        {moveToTop && <Menu.Item onClick={moveToTop}>Move to top</Menu.Item>}
        <Menu.Item component={Link} to={`/admin/history?collection=${collection}&entry=${entry.id}`}>
          History
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
