import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { useSelection } from '../content/use-selection.ts'
import { toastChange } from '../history/toast-change.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { EraseQuestion } from '../ui/erase-question.tsx'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { FileDialog } from './file-dialog.tsx'
import { forgetMedia, type MediaQuery, useMedia } from './media-api.ts'
import { MediaDialog } from './media-dialog.tsx'
import { DeletedTile, MediaTile } from './media-tile.tsx'
import { NoMedia } from './no-media.tsx'
import { nounOf } from './noun-of.ts'
import { counted, type MediaAct, useMediaBulk } from './use-media-bulk.ts'
import { VideoDialog } from './video-dialog.tsx'

const actions: readonly (readonly [MediaAct, string])[] = [['remove', 'Delete']]
const trashActions: readonly (readonly [MediaAct, string])[] = [
  ['restore', 'Restore'],
  ['erase', 'Delete for good'],
]
const dialogs = { image: MediaDialog, video: VideoDialog, file: FileDialog }

/** Grid of images and files, or of the deleted ones, with actions on what is selected. */
export const MediaGrid = ({ query: asked, reset }: { query: MediaQuery; reset(): void }) => {
  const trash = asked.trash === true
  const query = useMedia({ ...asked, limit: 60 })
  const [open, setOpen] = useState<MediaItem>()
  const [asking, setAsking] = useState<number>()
  const [erasing, setErasing] = useState<readonly string[]>()
  const bulk = useMediaBulk()
  const items = useMemo(() => query.data?.pages.flatMap(({ media }) => media) ?? [], [query.data])
  const selection = useSelection(useMemo(() => items.map(({ id }) => id), [items]))
  const chosen = [...selection.ids]

  const remove = async () => {
    if (await bulk.remove(chosen)) selection.none()
    setAsking(undefined)
  }
  const erase = async () => {
    if (erasing && (await bulk.erase(erasing))) selection.none()
    setErasing(undefined)
  }
  const act = async (action: MediaAct) => {
    if (action === 'erase') return setErasing(chosen)
    if (action === 'restore') return (await bulk.restore(chosen)) && selection.none()
    const used = await bulk.countUsed(chosen)
    if (used > 0) setAsking(used)
    else await remove()
  }
  const nameOf = (id: string | undefined) => `“${items.find((item) => item.id === id)?.name ?? ''}”`
  const cellOf = (item: MediaItem) => ({
    item,
    chosen: selection.ids.has(item.id),
    choose: (range: boolean) => selection.toggle(item.id, range),
  })
  const Dialog = dialogs[open?.kind ?? 'image']

  return (
    <>
      <Loaded query={query} h={240}>
        {() =>
          items.length === 0 ? (
            <NoMedia query={asked} reset={reset} />
          ) : (
            <ul className="media-grid" aria-label={trash ? 'Deleted images' : 'Images'}>
              {items.map((item) => (
                <li key={item.id} data-list-item>
                  {trash ? (
                    <DeletedTile
                      {...cellOf(item)}
                      restore={() => void bulk.restore([item.id])}
                      erase={() => setErasing([item.id])}
                    />
                  ) : (
                    <MediaTile {...cellOf(item)} open={() => setOpen(item)} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
      {asking !== undefined && (
        <DeleteQuestion
          what={chosen.length === 1 ? 'item' : `selection: ${asking} of ${counted(chosen.length)}`}
          useCount={undefined}
          remove={() => void remove()}
          cancel={() => setAsking(undefined)}
        />
      )}
      {selection.ids.size > 0 && asking === undefined && (
        <BulkBar
          label="Selected images and files"
          count={selection.ids.size}
          actions={trash ? trashActions : actions}
          busy={bulk.busy}
          act={(action) => void act(action)}
          close={selection.none}
        />
      )}
      {selection.ids.size > 0 && items.length > selection.ids.size && (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => selection.choose(items.map(({ id }) => id))}>
            Select all {items.length} shown
          </Button>
          {query.hasNextPage && (
            <Text size="xs" c="dimmed">
              More can be loaded above.
            </Text>
          )}
        </Group>
      )}
      <EraseQuestion
        what={erasing && (erasing.length === 1 ? nameOf(erasing[0]) : counted(erasing.length))}
        busy={bulk.busy === 'erase'}
        erase={() => void erase()}
        close={() => setErasing(undefined)}
      >
        The file, its crops and its description are deleted, from History as well. What stands in the trash with it
        comes back without it.
      </EraseQuestion>
      {open && (
        <Dialog
          key={`${open.id} ${open.version}`}
          item={open}
          onReplaced={(by) => {
            setOpen(by)
            toastChange(`${nounOf(by)} replaced`)
            void forgetMedia()
          }}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
