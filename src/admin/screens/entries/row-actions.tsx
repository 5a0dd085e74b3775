import { ActionIcon, Button, Menu } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { Link } from 'react-router'
import { type CollectionName, collections } from '../../../model/collections/index.ts'
import type { Entry } from '../../../model/entry.ts'
import { entries, forgetEntries } from '../../api/entries.ts'
import { toastError } from '../../ui/toast.ts'
import { toastChange } from '../../ui/toast-change.ts'

export interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  /** The id of the element that names the row. */
  naming: string
  remove(): void
  /** Undefined where the order cannot be changed. */
  moveToTop?: (() => void) | undefined
}

/** Edit and Delete in each row (specification, section 2), and behind a menu what is needed less often. */
export const RowActions = ({ collection, entry, naming, remove, moveToTop }: RowActionsProps) => {
  const { admin } = collections[collection]
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
    <div className="row-actions">
      <Button
        component={Link}
        to={`/admin/${admin.path}/edit/${entry.id}`}
        variant="default"
        size="compact-sm"
        aria-describedby={naming}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        size="compact-sm"
        aria-describedby={naming}
        onClick={remove}
      >
        Delete
      </Button>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon size="md" aria-label="More" aria-describedby={naming}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
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
    </div>
  )
}
