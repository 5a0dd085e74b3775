import { Checkbox, Group, Text } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { queryClient } from '../api/client.ts'
import { entriesKey, useEntries } from '../api/entries.ts'
import { EraseQuestion, TrashButtons } from '../ui/dialogs.tsx'
import { Empty, Loaded, MoreButton } from '../ui/loading.tsx'
import { BulkBar, useSelection } from '../ui/selection.tsx'
import { fullTime } from '../ui/times.ts'
import { entryTitle, RowBox } from './entry-table.tsx'
import { useBulk } from './use-bulk.ts'

const trash = { trash: true }

const actions = [
  ['restore', 'Restore'],
  ['erase', 'Delete for good'],
] as const

interface RowProps {
  title: string
  entry: Entry
  chosen: boolean
  /** While an act is under way, the buttons do nothing. */
  busy: boolean
  choose(range: boolean): void
  restore(): void
  erase(): void
}

const TrashRow = ({ title, entry: { id, deletedAt }, chosen, busy, choose, restore, erase }: RowProps) => {
  const label = `trash-${id}`
  return (
    <li data-chosen={chosen || undefined} data-list-item>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" wrap="nowrap" className="trash-entry">
          <RowBox title={title} chosen={chosen} choose={choose} />
          <div>
            <Text fw={600} id={label}>
              {title}
            </Text>
            <Text size="sm" c="dimmed">
              Deleted {deletedAt ? fullTime(deletedAt) : ''}
            </Text>
          </div>
        </Group>
        <TrashButtons size="compact-sm" of={label} busy={busy} restore={restore} erase={erase} />
      </Group>
    </li>
  )
}

/** Takes entries out of the list, before that is read again: no second press finds them there. */
const leaveTrash = (collection: CollectionName, ids: ReadonlySet<string>): void =>
  void queryClient.setQueryData<InfiniteData<{ entries: Entry[] }>>(
    [...entriesKey(collection), 'list', trash],
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, entries: page.entries.filter(({ id }) => !ids.has(id)) })),
      },
  )

/** Deleted entries, newest first. */
export const TrashList = ({ collection }: { collection: CollectionName }) => {
  const query = useEntries(collection, trash)
  const { many } = collections[collection].label
  const deleted = query.data?.pages.flatMap((page) => page.entries) ?? []
  const ids = deleted.map(({ id }) => id)
  const selection = useSelection(ids)
  const [erasing, setErasing] = useState<ReadonlySet<string>>()
  const titleOf = (id: string) => {
    const entry = deleted.find((one) => one.id === id)
    return entry ? entryTitle(collection, entry) : ''
  }
  const bulk = useBulk(collection, { versionOf: () => undefined, nameOf: titleOf })
  const [onlyOne = ''] = erasing?.size === 1 ? erasing : []
  const what = erasing && (onlyOne ? `“${titleOf(onlyOne)}”` : `${erasing.size} ${many.toLowerCase()}`)
  const leave = (done: ReadonlySet<string>) => {
    selection.drop(done)
    leaveTrash(collection, done)
  }
  const restore = async (which: ReadonlySet<string>) => leave(await bulk.run('restore', which))
  const erase = async () => {
    if (!erasing || bulk.busy) return
    leave(await bulk.erase(erasing))
    setErasing(undefined)
  }

  const list = () =>
    deleted.length === 0 ? (
      <Empty title="The trash is empty">Deleted entries appear here and can be restored.</Empty>
    ) : (
      <>
        <Checkbox
          size="xs"
          label="Select all"
          className="trash-all"
          checked={selection.ids.size === ids.length}
          indeterminate={selection.ids.size > 0 && selection.ids.size < ids.length}
          onChange={() => (selection.ids.size === ids.length ? selection.none() : selection.choose(ids))}
        />
        <ul className="ruled" aria-label={`Deleted ${many.toLowerCase()}`}>
          {deleted.map((entry) => (
            <TrashRow
              key={entry.id}
              title={entryTitle(collection, entry)}
              entry={entry}
              chosen={selection.ids.has(entry.id)}
              choose={(range) => selection.toggle(entry.id, range)}
              busy={bulk.busy !== undefined}
              restore={() => void restore(new Set([entry.id]))}
              erase={() => setErasing(new Set([entry.id]))}
            />
          ))}
        </ul>
      </>
    )
  return (
    <>
      <Loaded query={query} h={120}>
        {list}
      </Loaded>
      <MoreButton query={query} />
      {selection.ids.size > 0 && (
        <BulkBar
          label="Selected deleted entries"
          count={selection.ids.size}
          actions={actions}
          busy={bulk.busy === 'restore' || bulk.busy === 'erase' ? bulk.busy : undefined}
          act={(action) => (action === 'erase' ? setErasing(selection.ids) : void restore(selection.ids))}
          close={selection.none}
        />
      )}
      <EraseQuestion
        what={what}
        busy={bulk.busy === 'erase'}
        erase={() => void erase()}
        close={() => setErasing(undefined)}
      >
        The texts are deleted from History as well; images stay in Media until you delete them there.
      </EraseQuestion>
    </>
  )
}
