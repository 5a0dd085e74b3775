import { Button, Group, Text } from '@mantine/core'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { changeWithToast } from '../history/toast-change.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { fullTime } from '../ui/times.ts'
import { entries, forgetEntries, useEntries } from './entries-api.ts'
import { entryTitle } from './entry-row.tsx'

/** Deleted entries, newest first. */
export const TrashList = ({ collection }: { collection: CollectionName }) => {
  const query = useEntries(collection, { trash: true })
  const { one, many } = collections[collection].label
  const restore = ({ id }: Entry) =>
    changeWithToast(() => entries.restore(collection, id), {
      done: `${one} restored`,
      failed: 'Not restored',
      of: { collection, entry: id },
      forget: () => forgetEntries(collection),
    })
  const list = (deleted: readonly Entry[]) =>
    deleted.length === 0 ? (
      <Empty title="The trash is empty">Deleted entries appear here and can be restored.</Empty>
    ) : (
      <ul className="trash-list" aria-label={`Deleted ${many.toLowerCase()}`}>
        {deleted.map((entry) => (
          <li key={entry.id}>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600} id={`trash-${entry.id}`}>
                  {entryTitle(collection, entry)}
                </Text>
                <Text size="sm" c="dimmed">
                  Deleted {entry.deletedAt ? fullTime(entry.deletedAt) : ''}
                </Text>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                aria-describedby={`trash-${entry.id}`}
                onClick={() => restore(entry)}
              >
                Restore
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <Loaded query={query} h={120}>
        {({ pages }) => list(pages.flatMap((page) => page.entries))}
      </Loaded>
      <MoreButton query={query} />
    </>
  )
}
