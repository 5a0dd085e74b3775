import { useState } from 'react'
import { Link } from 'react-router'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { MenuLayer } from '../ui/menu-layer.tsx'
import { changeWithToast } from '../ui/undo.ts'

interface Props {
  collection: CollectionName
  entry: Entry
  button: HTMLElement
  moveToTop: (() => void) | undefined
  onClosed(): void
}

/** Menu of a row. Mounted when opened, since a menu per row would slow the scrolling of long tables. */
export const RowMenu = ({ collection, entry, button, moveToTop, onClosed }: Props) => {
  const [opened, setOpened] = useState(true)
  const act = (change: () => Promise<unknown>, done: string) =>
    changeWithToast(change, { done, forget: () => forgetEntries(collection) })
  return (
    <MenuLayer position="bottom-end" button={button} opened={opened} change={setOpened} onExitTransitionEnd={onClosed}>
      {(Menu) => (
        <>
          {entry.status !== 'published' && (
            <Menu.Item
              onClick={() =>
                act(
                  () =>
                    call('POST /api/entries/:collection/:id/publication', {
                      collection,
                      id: entry.id,
                      version: entry.version,
                    }),
                  'Published',
                )
              }
            >
              Publish
            </Menu.Item>
          )}
          {entry.status !== 'draft' && (
            <Menu.Item
              onClick={() =>
                act(
                  () =>
                    call('DELETE /api/entries/:collection/:id/publication', {
                      collection,
                      id: entry.id,
                      version: entry.version,
                    }),
                  'Unpublished',
                )
              }
            >
              Unpublish
            </Menu.Item>
          )}
          <Menu.Item
            onClick={() =>
              act(() => call('POST /api/entries/:collection/:id/copies', { collection, id: entry.id }), 'Duplicated')
            }
          >
            Duplicate
          </Menu.Item>
          {moveToTop && <Menu.Item onClick={moveToTop}>Move to top</Menu.Item>}
          <Menu.Item component={Link} to={`/admin/history?collection=${collection}&entry=${entry.id}`}>
            History
          </Menu.Item>
        </>
      )}
    </MenuLayer>
  )
}
