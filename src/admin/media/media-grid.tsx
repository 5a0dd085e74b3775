import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { useSelection } from '../content/use-selection.ts'
import { changeWithToast, toastChange } from '../history/toast-change.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { UploadButton } from './file-button.tsx'
import { FileDialog } from './file-dialog.tsx'
import { media as api, forgetMedia, type MediaQuery, useMedia, usesOf } from './media-api.ts'
import { MediaDialog } from './media-dialog.tsx'
import { MediaTile, nounOf } from './media-tile.tsx'

const Nothing = ({ query, reset }: { query: MediaQuery; reset(): void }) => {
  const { trash, q, kind, unused } = query
  if (q || kind || unused)
    return (
      <Empty
        title={unused && !q ? 'Nothing is unused' : 'Nothing found'}
        action={
          <Button size="sm" variant="default" mt="xs" onClick={reset}>
            Show all
          </Button>
        }
      >
        {q ? `No name and no description contains all of these words: ${q}` : 'Nothing here fits what you chose above.'}
      </Empty>
    )
  if (trash) return <Empty title="The trash is empty">Deleted images and files appear here and can be restored.</Empty>
  return (
    <Empty title="No images yet" action={<UploadButton>Upload your first image</UploadButton>}>
      Portraits, projects, photos of clients, logos, your CV as a PDF. Drop, paste or choose files. Vitrine creates
      every size that a screen needs.
    </Empty>
  )
}

/** Grid of images and files, or of the deleted ones, with actions on what is selected. */
export const MediaGrid = ({ query: asked, reset }: { query: MediaQuery; reset(): void }) => {
  const trash = asked.trash === true
  const query = useMedia({ ...asked, limit: 60 })
  const [open, setOpen] = useState<MediaItem>()
  const [asking, setAsking] = useState<number>()
  const [busy, setBusy] = useState(false)
  const items = useMemo(() => query.data?.pages.flatMap(({ media }) => media) ?? [], [query.data])
  const selection = useSelection(useMemo(() => items.map(({ id }) => id), [items]))
  const chosen = [...selection.ids]
  const many = `${chosen.length} ${chosen.length === 1 ? 'item' : 'items'}`

  const change = async (act: (ids: string[]) => Promise<unknown>, done: string, failed: string) => {
    setBusy(true)
    if (await changeWithToast(() => act(chosen), { done: `${many} ${done}`, failed, forget: forgetMedia }))
      selection.none()
    setBusy(false)
    setAsking(undefined)
  }
  const remove = () => change(api.removeAll, 'deleted', 'Not deleted')
  const act = async (action: 'remove' | 'restore') => {
    if (action === 'restore') return change(api.restoreAll, 'restored', 'Not restored')
    setBusy(true)
    const used = await Promise.all(chosen.map((id) => usesOf(id).then((uses) => uses.length > 0)))
      .then((all) => all.filter(Boolean).length)
      // Unknown counts as used.
      .catch(() => chosen.length)
    setBusy(false)
    if (used > 0) setAsking(used)
    else await remove()
  }
  const Dialog = open?.kind === 'file' ? FileDialog : MediaDialog

  return (
    <>
      <Loaded query={query} h={240}>
        {() =>
          items.length === 0 ? (
            <Nothing query={asked} reset={reset} />
          ) : (
            <ul className="media-grid" aria-label={trash ? 'Deleted images' : 'Images'}>
              {items.map((item) => (
                <li key={item.id}>
                  <MediaTile
                    item={item}
                    trash={trash}
                    chosen={selection.ids.has(item.id)}
                    choose={(range) => selection.toggle(item.id, range)}
                    open={() => setOpen(item)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
      {asking !== undefined && (
        <DeleteQuestion
          what={chosen.length === 1 ? 'item' : `selection: ${asking} of ${many}`}
          useCount={undefined}
          remove={() => void remove()}
          cancel={() => setAsking(undefined)}
        />
      )}
      {selection.ids.size > 0 && asking === undefined && (
        <BulkBar
          label="Selected images and files"
          count={selection.ids.size}
          actions={trash ? ([['restore', 'Restore']] as const) : ([['remove', 'Delete']] as const)}
          busy={busy ? (trash ? 'restore' : 'remove') : undefined}
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
