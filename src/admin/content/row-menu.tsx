import { Menu } from '@mantine/core'
import { type Ref, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { entries, forgetEntries } from '../api/entries.ts'
import { changeWithToast } from '../ui/undo.ts'

/** Anchors the menu to the row's own button, which exists before the menu does. */
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
  button: HTMLElement
  moveToTop: (() => void) | undefined
  onClosed(): void
}

/** Menu of a row. Mounted when opened, since a menu per row would slow the scrolling of long tables. */
export const RowMenu = ({ collection, entry, button, moveToTop, onClosed }: Props) => {
  const [opened, setOpened] = useState(false)
  // The menu returns the focus only if it opens after mounting.
  useEffect(() => setOpened(true), [])
  const act = (change: () => Promise<unknown>, done: string) =>
    changeWithToast(change, { done, forget: () => forgetEntries(collection) })
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
          <Menu.Item onClick={() => act(() => entries.unpublish(collection, entry.id, entry.version), 'Unpublished')}>
            Unpublish
          </Menu.Item>
        )}
        <Menu.Item onClick={() => act(() => entries.copy(collection, entry.id), 'Duplicated')}>Duplicate</Menu.Item>
        {moveToTop && <Menu.Item onClick={moveToTop}>Move to top</Menu.Item>}
        <Menu.Item component={Link} to={`/admin/history?collection=${collection}&entry=${entry.id}`}>
          History
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
