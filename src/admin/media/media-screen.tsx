import { Button, Checkbox, Group, NativeSelect, Switch, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { counted } from '../../model/counted.ts'
import { type MediaItem, type MediaKind, type MediaSort, mediaKinds, mediaSorts } from '../../model/media/media-item.ts'
import { call } from '../api/client.ts'
import { useAccount } from '../session/session.tsx'
import { EraseQuestion, TrashButtons } from '../ui/dialogs.tsx'
import { fileSize } from '../ui/file-size.ts'
import { openDialogs } from '../ui/keys.ts'
import { Empty, Loaded, MoreButton } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { BulkBar, useSelection } from '../ui/selection.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { useUrlParams } from '../ui/use-url-params.ts'
import { UploadButton } from './file-button.tsx'
import { FileDrop } from './file-drop.tsx'
import { dropMedia, forgetMedia, type MediaQuery, thumbnailOf, useMedia, usesOf } from './media-api.ts'
import { FileDialog, MediaDialog, VideoDialog } from './media-dialog.tsx'
import { DeleteQuestion, nounOf } from './media-parts.tsx'
import { SearchInput, useSearchText } from './search-input.tsx'
import { UploadList } from './upload-list.tsx'
import { account, filesIn } from './upload-state.ts'
import { uploads } from './uploads.ts'
import { durationText, FileIcon, VideoFrame } from './video-frame.tsx'

type MediaAct = 'remove' | 'restore' | 'erase'

/** Actions on several media items, each one change in History and one undo, except deletion for good. */
const useMediaBulk = () => {
  const [busy, setBusy] = useState<MediaAct>()
  const run = async <T,>(act: MediaAct, work: () => Promise<T>): Promise<T | undefined> => {
    // A second click on the same button.
    if (busy) return undefined
    setBusy(act)
    try {
      return await work()
    } finally {
      setBusy(undefined)
    }
  }
  const change = (act: 'removals' | 'restorations', ids: readonly string[], done: string, failed: string) =>
    run(act === 'removals' ? 'remove' : 'restore', () =>
      changeWithToast(() => call(`POST /api/media/${act}`, { body: { ids } }).then(() => dropMedia(ids)), {
        done: (count) => `${counted(count, 'item')} ${done}`,
        count: ids.length,
        failed,
        // Not awaited: others may be chosen before the list is read again.
        forget: async () => void forgetMedia(),
      }),
    )
  return {
    busy,
    /** Each resolves to true when it is done; else the selection is kept. */
    remove: (ids: readonly string[]) => change('removals', ids, 'deleted', 'Not deleted'),
    restore: (ids: readonly string[]) => change('restorations', ids, 'restored', 'Not restored'),
    erase: (ids: readonly string[]) =>
      run('erase', async () => {
        try {
          const { erased } = await call('POST /api/media/erasures', { body: { ids } })
          toast(`${counted(erased, 'item')} deleted for good`)
          dropMedia(ids)
          return true
        } catch (error) {
          toastError(error, 'Nothing was deleted')
          return false
        } finally {
          void forgetMedia()
        }
      }),
    /** Number of them that are used. Unknown counts as used. */
    countUsed: (ids: readonly string[]) =>
      run('remove', () =>
        Promise.all(ids.map(async (id) => (await usesOf(id)).length > 0)).then(
          (all) => all.filter(Boolean).length,
          () => ids.length,
        ),
      ),
  }
}

interface Props {
  item: MediaItem
  deleted?: boolean
  onDuration?: (seconds: number) => void
}

/** A media item as it looks in the grid. */
const TileContent = ({ item, deleted = false, onDuration }: Props) => {
  if (item.kind === 'file') return <FileIcon />
  // The file of a deleted one is served to nobody.
  if (item.kind === 'video')
    return deleted ? <FileIcon kind="video" /> : <VideoFrame item={item} onDuration={onDuration} />
  const { alt, width, height, focus, vector } = item
  return (
    <img
      src={deleted ? thumbnailOf(item.id) : (item.variants.webp[0]?.url ?? item.url)}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      data-vector={vector ? '' : undefined}
      style={{ objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  )
}

/** In the place of the grid when nothing is there, or nothing matches. */
const NoMedia = ({ query, reset }: { query: MediaQuery; reset(): void }) => {
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
      Portraits, projects, photos of clients, logos, videos, your CV as a PDF. Drop, paste or choose files. Vitrine
      creates every size that a screen needs.
    </Empty>
  )
}

interface CellProps {
  item: MediaItem
  chosen: boolean
  choose(range: boolean): void
}

const Cell = ({ item, chosen, choose, children }: CellProps & { children: ReactNode }) => (
  <div className="media-cell" data-chosen={chosen || undefined}>
    {children}
    <Checkbox
      className="media-box"
      size="sm"
      data-list-select
      aria-label={`Select ${item.name}`}
      checked={chosen}
      onClick={(event) => choose(event.shiftKey)}
      onChange={() => {}}
    />
  </div>
)

/** One media item in the grid, with a box to select it. */
const MediaTile = ({ item, open, ...cell }: CellProps & { open(): void }) => {
  const [seconds, setSeconds] = useState<number>()
  const size = item.kind === 'image' ? '' : fileSize(item.size)
  return (
    <Cell item={item} {...cell}>
      <button type="button" className="media-tile" data-list-focus data-list-open onClick={open}>
        <span className="media-frame">
          <TileContent item={item} onDuration={setSeconds} />
        </span>
        <span className="media-name">{item.name}</span>
        {size && (
          <Text span size="xs" lh={1.5} c="dimmed">
            {seconds === undefined ? size : `${durationText(seconds)} · ${size}`}
          </Text>
        )}
        {item.kind !== 'file' && item.alt === '' && (
          <Text span size="xs" lh={1.5} c="dimmed">
            No description
          </Text>
        )}
      </button>
    </Cell>
  )
}

interface DeletedProps extends CellProps {
  /** While an act is under way, the buttons do nothing. */
  busy: boolean
  restore(): void
  erase(): void
}

/** One media item of the trash. */
const DeletedTile = ({ item, busy, restore, erase, ...cell }: DeletedProps) => {
  const label = `media-${item.id}`
  return (
    <Cell item={item} {...cell}>
      <span className="media-frame media-deleted">
        <TileContent item={item} deleted />
      </span>
      <Text size="xs" truncate id={label}>
        {item.name}
      </Text>
      <TrashButtons size="compact-xs" of={label} busy={busy} restore={restore} erase={erase} />
    </Cell>
  )
}

const actions: readonly (readonly [MediaAct, string])[] = [['remove', 'Delete']]
const trashActions: readonly (readonly [MediaAct, string])[] = [
  ['restore', 'Restore'],
  ['erase', 'Delete for good'],
]
const dialogs = { image: MediaDialog, video: VideoDialog, file: FileDialog }

/** Grid of images and files, or of the deleted ones, with actions on what is selected. */
const MediaGrid = ({ query: asked, reset }: { query: MediaQuery; reset(): void }) => {
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
    if (await bulk.remove(chosen)) selection.drop(new Set(chosen))
    setAsking(undefined)
  }
  const erase = async () => {
    if (!erasing || bulk.busy) return
    if (await bulk.erase(erasing)) selection.drop(new Set(erasing))
    setErasing(undefined)
  }
  const act = async (action: MediaAct) => {
    if (action === 'erase') return setErasing(chosen)
    if (action === 'restore') return (await bulk.restore(chosen)) && selection.drop(new Set(chosen))
    const used = await bulk.countUsed(chosen)
    if (used) setAsking(used)
    else if (used === 0) await remove()
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
                      busy={bulk.busy !== undefined}
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
          what={chosen.length === 1 ? 'item' : `selection: ${asking} of ${counted(chosen.length, 'item')}`}
          useCount={undefined}
          busy={bulk.busy === 'remove'}
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
        what={erasing && (erasing.length === 1 ? nameOf(erasing[0]) : counted(erasing.length, 'item'))}
        busy={bulk.busy === 'erase'}
        erase={() => void erase()}
        close={() => setErasing(undefined)}
      >
        The file, its crops and its description are deleted, from History as well. What stands in the trash with it
        comes back without it.
      </EraseQuestion>
      {open && (
        <Dialog
          key={open.id}
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

type Filters = Pick<MediaQuery, 'q' | 'kind' | 'unused' | 'sort'>

const kindLabels: Record<MediaKind, string> = { image: 'Images', video: 'Videos', file: 'Files' }
const sortLabels: Record<MediaSort, string> = { newest: 'Newest first', name: 'By name', size: 'Largest first' }

const chosen = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** Search text and filters, kept in the URL so that Back and a reload find them again. */
const useMediaFilters = () => {
  const { params, change: set } = useUrlParams()
  const query: Filters = {
    q: params.get('q') ?? undefined,
    kind: chosen(mediaKinds, params.get('kind')),
    unused: params.has('unused') || undefined,
    sort: chosen(mediaSorts, params.get('sort')),
  }
  return { query, set, reset: () => set({ q: undefined, kind: undefined, unused: undefined }) }
}

const MediaFilters = ({ query, set }: { query: Filters; set(changes: Filters): void }) => {
  const { typed, setTyped, q } = useSearchText(query.q)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is to be searched.
  useEffect(() => {
    if (q !== (query.q ?? '')) set({ q })
  }, [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset from elsewhere, not while typing.
  useEffect(() => {
    if (query.q === undefined && q !== '') setTyped('')
  }, [query.q])
  return (
    <Group gap="8px 12px" role="search" aria-label="Media">
      <SearchInput label="Search names and descriptions" className="media-search" typed={typed} setTyped={setTyped} />
      <NativeSelect
        size="sm"
        aria-label="Kind"
        value={query.kind ?? ''}
        onChange={(event) => set({ kind: chosen(mediaKinds, event.currentTarget.value) })}
        data={[
          { value: '', label: 'All kinds' },
          ...mediaKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
      />
      <NativeSelect
        size="sm"
        aria-label="Order"
        value={query.sort ?? 'newest'}
        onChange={(event) => {
          const sort = chosen(mediaSorts, event.currentTarget.value)
          set({ sort: sort === 'newest' ? undefined : sort })
        }}
        data={mediaSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
      />
      <Switch
        label="Unused only"
        checked={query.unused ?? false}
        onChange={(event) => set({ unused: event.currentTarget.checked })}
      />
    </Group>
  )
}

export const MediaScreen = () => {
  const [params, setParams] = useSearchParams()
  const trash = params.has('trash')
  const { query, set, reset } = useMediaFilters()
  const { id } = useAccount()
  useEffect(() => account.set(id), [id])
  useWindowEvent('paste', (event) => {
    const files = filesIn(event.clipboardData)
    // It would be unclear what it is for.
    if (files.length === 0 || document.querySelector(openDialogs)) return
    event.preventDefault()
    uploads.add(files)
  })

  return (
    <Screen
      title={trash ? 'Media: trash' : 'Media'}
      lead={trash ? 'Deleted images and files.' : 'Choose files, drop them anywhere on this screen, or paste one.'}
      actions={
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={trash ? undefined : <Trash size={15} aria-hidden />}
            onClick={() => setParams(trash ? {} : { trash: '' })}
          >
            {trash ? 'Close the trash' : 'Trash'}
          </Button>
          <UploadButton>Upload files</UploadButton>
        </>
      }
    >
      <UploadList />
      <MediaFilters query={query} set={set} />
      <MediaGrid key={trash ? 'trash' : 'media'} query={{ ...query, trash }} reset={reset} />
      <FileDrop take={uploads.add}>Drop to upload</FileDrop>
    </Screen>
  )
}
