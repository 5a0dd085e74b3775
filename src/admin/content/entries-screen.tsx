import { Button, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import Images from 'lucide-react/icons/images'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { Field } from '../../model/fields/fields.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { FileButton } from '../media/file-button.tsx'
import { FileDrop } from '../media/file-drop.tsx'
import { useKeptPlaces } from '../ui/kept-places.ts'
import { paletteSelection } from '../ui/keys.ts'
import { Empty, LoadFailure, Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { collectionsOn, screenTitle } from '../ui/screens.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { BulkBar, useSelection } from '../ui/selection.tsx'
import { moved } from '../ui/sorting.tsx'
import { toastError } from '../ui/toast.tsx'
import { changeWithToast } from '../ui/undo.ts'
import { lateDialog, toastUnloaded, useLoaded } from '../ui/use-loaded.ts'
import { useRows } from './entry-rows.ts'
import { EntryList, entryTitle } from './entry-table.tsx'
import { bulkActions, useBulk } from './use-bulk.ts'

const purposes: Readonly<Record<string, string>> = {
  about:
    'Who you are, in facts: portrait, name, age, where you come from and where you live. The page shows the first entry.',
  testimonials:
    'What clients say about working with you. Two honest sentences with a name sell more than any list of skills.',
  projects:
    'Your work: an image, a title and a few sentences. Each project also has an address of its own that you can send around.',
  educations: 'Where and what you learnt. Shown as a timeline in the Resume section.',
  experiences: 'Where you have worked, and as what. Shown as a timeline in the Resume section.',
  skills: 'What you can do and how well, in per cent. Shown as bars that fill when they are seen.',
  certificates:
    'What others have certified, with a link where one can check it. Shown in the Resume section, and nowhere without one.',
  languages: 'What you speak, and how well. Shown in the Resume section, and nowhere without one.',
  lists:
    'Talks, exhibitions, press, clients, publications: what is said in a line, with its year, its place and its links. Each list is a section of the page under the title that you give it, and stands in the menu and in the CV.',
  pages:
    'What does not fit the one page: prices, answers, an imprint, a privacy policy. Each has an address of its own, or is a section of the page.',
  services: 'What one can hire you for, in a few cards of two sentences each.',
}

const views = [
  { value: 'table', label: 'Table' },
  { value: 'tiles', label: 'Tiles' },
]

/** Order of the entries, including one that is still being saved, and a function to change it. */
const useOrder = (collection: CollectionName, stored: readonly string[]) => {
  const [pendingOrder, setPendingOrder] = useState<readonly string[]>()
  const lastCall = useRef<Promise<unknown>>(Promise.resolve())
  const ids = pendingOrder ?? stored

  const move = async (from: number, to: number): Promise<void> => {
    if (from === to) return
    const order = moved(ids, from, to)
    setPendingOrder(order)
    const put = () => call('PUT /api/entries/:collection/order', { collection, body: { ids: order } })
    // One after the other, so that the last move wins on the server too.
    const answer = lastCall.current.then(put, put)
    lastCall.current = answer
    await changeWithToast(() => answer, {
      done: `${collections[collection].label.many} reordered`,
      failed: 'Order not changed',
      forget: () => forgetEntries(collection),
    })
    // A later move is still being saved.
    setPendingOrder((now) => (now === order ? undefined : now))
  }
  return { ids, move }
}

// With the inputs of every field kind, which the table does not need.
const BulkEdit = lateDialog(() => import('./bulk-edit.tsx'))
const StarterMenu = lazy(async () => ({ default: (await import('../pages/starter-menu.tsx')).StarterMenu }))
const TestimonialRequests = lazy(() => import('../testimonials/requests.tsx'))
const loadTrash = () => import('./trash-list.tsx')

const { options: kinds = [], labels: kindNames = [] }: Field = collections.lists.fields.kind
const { item }: Field = collections.lists.fields.items
const blankItem = Object.fromEntries(Object.entries(item?.fields ?? {}).map(([part, { empty }]) => [part, empty]))

/** Begins a list of each kind, with its title and an item to fill in. */
const ListKinds = () =>
  kinds.slice(1).map((kind, at) => (
    <Button
      key={kind}
      component={Link}
      to={`/admin/${collections.lists.admin.path}/create`}
      state={{ first: { kind, title: kindNames[at + 1], items: [blankItem] } }}
      size="sm"
      variant="default"
    >
      {kindNames[at + 1]}
    </Button>
  ))

// As large as the button, and none that could have the focus when that comes.
const Starters = () => (
  <Suspense fallback={<Skeleton w={160} h={36} />}>
    <StarterMenu />
  </Suspense>
)

/** Table of a collection with search, selection, reordering and trash. `screen` is set when the table is the whole screen. */
const EntrySection = ({ name, screen }: { name: CollectionName; screen?: string }) => {
  const { admin, label } = collections[name]
  const [params, setParams] = useSearchParams()
  const inTrash = params.get('trash') === admin.path
  const trash = useLoaded(loadTrash, inTrash, () => {
    setParams({})
    toastUnloaded()
  })
  const [typed, setTyped] = useState('')
  const [view, setView] = useLocalStorage({
    key: `vitrine.view.${name}`,
    defaultValue: 'table',
    getInitialValueInEffect: false,
  })
  const hasTiles = findCollection(name)?.preview.image !== undefined
  const [q] = useDebouncedValue(typed.trim(), 200)
  const rows = useRows(name, q)
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set())
  const remaining = useMemo(
    () => (removing.size === 0 ? rows.ids : rows.ids.filter((id) => !removing.has(id))),
    [rows.ids, removing],
  )
  const { ids, move } = useOrder(name, remaining)
  const section = useRef<HTMLDivElement>(null)
  const { shown, gone, keep } = useKeptPlaces(ids, section)
  const selection = useSelection(ids)
  const bulk = useBulk(name, {
    versionOf: rows.versionOf,
    nameOf: (id) => entryTitle(name, rows.entryOf(id) ?? { data: {}, order: rows.ids.indexOf(id) + 1 }),
  })
  const [editing, setEditing] = useState(false)

  const hide = (id: string, hidden: boolean) =>
    setRemoving((before) => new Set(hidden ? [...before, id] : [...before].filter((other) => other !== id)))
  const remove = async ({ id }: Entry) => {
    // Optimistic: the row disappears before the server answers.
    keep(id)
    hide(id, true)
    await changeWithToast(() => call('DELETE /api/entries/:collection/:id', { collection: name, id }), {
      done: (count) => `${count === 1 ? label.one : `${count} ${label.many.toLowerCase()}`} deleted`,
      failed: 'Not deleted',
      forget: () => forgetEntries(name),
    })
    hide(id, false)
  }

  const chosenCount = inTrash ? 0 : selection.ids.size
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette asks when it opens.
  useEffect(() => {
    if (chosenCount === 0) return
    const what = `${chosenCount} ${(chosenCount === 1 ? label.one : label.many).toLowerCase()}`
    paletteSelection.set({ what, actions: bulkActions.map(([action, text]) => [text, () => act(action)]) })
    return () => paletteSelection.set(undefined)
  }, [chosenCount, selection.ids])

  const act = async (action: (typeof bulkActions)[number][0]) => {
    if (action === 'edit') setEditing(true)
    else selection.drop(await bulk.run(action, selection.ids))
  }

  const takesPictures = name === 'projects' && !inTrash
  const add = (files: File[]) => {
    setTyped('')
    void import('./add-pictures.ts').then(
      ({ addPictures }) => addPictures(name, files),
      (error: unknown) => toastError(error, 'Nothing was added'),
    )
  }
  const pictures = takesPictures && (
    <FileButton
      size="sm"
      isQuiet
      Icon={Images}
      onFiles={add}
      input={{ multiple: true, 'aria-describedby': `${name}-title` }}
    >
      Add pictures
    </FileButton>
  )
  const create = (
    <Button
      component={Link}
      to={`/admin/${admin.path}/create`}
      size="sm"
      leftSection={<Plus size={16} aria-hidden />}
      aria-describedby={`${name}-title`}
      data-list-create
    >
      Create
    </Button>
  )
  const body = () => {
    if (inTrash) return trash ? <trash.TrashList collection={name} /> : <Loading h={240} />
    if (rows.error && !rows.ready) return <LoadFailure error={rows.error} retry={rows.retry} />
    if (!rows.ready) return <Loading h={220} />
    if (shown.length === 0 && q !== '')
      return (
        <Empty title="Nothing found">
          No {label.one.toLowerCase()} contains all of these words: {q}
        </Empty>
      )
    if (shown.length === 0)
      return (
        <Empty
          title={`No ${label.many.toLowerCase()} yet`}
          action={
            <Group gap="xs" mt="xs">
              <Button component={Link} to={`/admin/${admin.path}/create`} size="sm">
                Add the first one
              </Button>
              {name === 'pages' && <Starters />}
              {name === 'lists' && <ListKinds />}
              {pictures}
            </Group>
          }
        >
          {purposes[name] ?? `What you add here is shown on the page under ${label.many}.`}
        </Empty>
      )
    return (
      <EntryList
        collection={name}
        ids={shown}
        gone={gone}
        rows={rows}
        selection={selection}
        tiles={hasTiles && view === 'tiles'}
        remove={remove}
        move={rows.whole ? move : undefined}
      />
    )
  }

  return (
    <Stack ref={section} id={admin.path} gap="sm" component="section" aria-label={label.many} className="entry-section">
      <Group justify="space-between" gap="xs">
        <Title {...(screen ? { order: 1 } : { order: 2, size: 'h4' })} id={`${name}-title`}>
          {inTrash ? `${screen ?? label.many}: trash` : (screen ?? label.many)}
        </Title>
        <Group gap="xs" className="entry-tools">
          {!inTrash && (!rows.ready || ids.length > 0 || typed !== '') && (
            <TextInput
              type="search"
              size="sm"
              className="entry-search"
              aria-label={`Search ${label.many.toLowerCase()}`}
              placeholder="Search"
              leftSection={<Search size={15} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {hasTiles && !inTrash && (ids.length > 1 || typed !== '') && (
            <SegmentedControl
              aria-label={`View of ${label.many.toLowerCase()}`}
              value={view}
              onChange={setView}
              data={views}
            />
          )}
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            leftSection={inTrash ? undefined : <Trash size={15} aria-hidden />}
            aria-describedby={`${name}-title`}
            onClick={() => setParams(inTrash ? {} : { trash: admin.path })}
          >
            {inTrash ? 'Close the trash' : 'Trash'}
          </Button>
          {name === 'pages' && !inTrash && ids.length > 0 && <Starters />}
          {ids.length > 0 && pictures}
          {create}
        </Group>
      </Group>
      {body()}
      {name === 'testimonials' && !inTrash && (
        <Suspense fallback={<Loading h={160} />}>
          <TestimonialRequests />
        </Suspense>
      )}
      {takesPictures && <FileDrop take={add}>Drop to make a draft of each picture</FileDrop>}
      {selection.ids.size > 0 && !inTrash && (
        <BulkBar
          label="Selected entries"
          count={selection.ids.size}
          actions={bulkActions}
          busy={bulk.busy === 'restore' || bulk.busy === 'erase' ? undefined : bulk.busy}
          act={(action) => void act(action)}
          close={selection.none}
        />
      )}
      {editing && (
        <BulkEdit
          collection={name}
          count={selection.ids.size}
          busy={bulk.busy === 'edit'}
          apply={(data) =>
            void bulk.edit(data, selection.ids).then((done) => {
              if (done.size === 0) return
              setEditing(false)
              selection.drop(done)
            })
          }
          close={() => setEditing(false)}
        />
      )}
    </Stack>
  )
}

export const EntriesScreen = ({ screen }: { screen: string }) => {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!target) return
    // The tables above have no height yet when the screen opens.
    const observer = new ResizeObserver(() => target.scrollIntoView())
    const stop = setTimeout(() => observer.disconnect(), 1500)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      clearTimeout(stop)
    }
  }, [hash])
  const names = collectionsOn(screen)
  const title = screenTitle(screen)
  return (
    <Screen title={title} untitled={names.length === 1}>
      {names.map((name) => (
        <EntrySection key={name} name={name} {...(names.length === 1 && { screen: title })} />
      ))}
    </Screen>
  )
}
