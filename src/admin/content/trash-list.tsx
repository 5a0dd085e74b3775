import { Button, Group, Skeleton, Text } from '@mantine/core'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { toastChange } from '../history/toast-change.ts'
import { Empty } from '../ui/empty.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { entries, forgetEntries, useEntries } from './entries-api.ts'
import { entryTitle } from './entry-row.tsx'

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const TrashList = ({ collection }: { collection: CollectionName }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEntries(collection, {
    trash: true,
  })
  const { one, many } = collections[collection].label
  const restore = async (entry: Entry) => {
    try {
      await entries.restore(collection, entry.id)
      void toastChange(`${one} restored`, { collection, entry: entry.id })
      await forgetEntries(collection)
    } catch (failure) {
      toastError(failure, 'Not restored')
    }
  }
  if (error) return <LoadFailure error={error} retry={refetch} />
  if (!data) return <Skeleton h={120} />
  const deleted = data.pages.flatMap((page) => page.entries)
  if (deleted.length === 0)
    return <Empty title="The trash is empty">Deleted entries appear here and can be restored.</Empty>
  return (
    <>
      <ul className="trash-list" aria-label={`Deleted ${many.toLowerCase()}`}>
        {deleted.map((entry) => (
          <li key={entry.id}>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600} id={`trash-${entry.id}`}>
                  {entryTitle(collection, entry)}
                </Text>
                <Text size="sm" c="dimmed">
                  Deleted {entry.deletedAt ? time.format(new Date(entry.deletedAt)) : ''}
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
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
