import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { sameValue } from '../../model/same-value.ts'
import { asApiError, call, serverTime } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { type Data, picked } from '../form/autosave.ts'
import { focusFirstProblem, useFocusOnEmptyField } from '../form/focus-first.ts'
import { useForm } from '../form/form.tsx'
import { type OpenForm, useOpenForm, whereKept } from '../form/open-form.ts'
import { awaitedBy, withArrived } from '../media/upload-state.ts'
import { uploads } from '../media/uploads.ts'
import { FrameSkeleton } from '../ui/loading.tsx'
import { formPath, listPath } from '../ui/screens.ts'
import { toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { useIsGone } from '../ui/use-is-gone.ts'
import { entrySource, FormLayout } from './entry-form.tsx'

const hasValues = (draft: Data, values: Data) =>
  Object.keys(values).every((name) => sameValue(values[name], withArrived(draft[name])))

const findCreated = async (collection: CollectionName, data: Data, since: number): Promise<Entry | undefined> => {
  const { changes: newest } = await call('GET /api/changes', { query: { collection, limit: 50 } })
  const made = newest.find(({ action, after, at }) => {
    const { draft } = (after ?? {}) as { draft?: Data }
    return action === 'create' && Date.parse(at) >= since && draft !== undefined && hasValues(draft, data)
  })
  const found = made?.entry && (await call('GET /api/entries/:collection/:id', { collection, id: made.entry }))
  return found && !found.deletedAt ? found : undefined
}

/** By which the times of two answers may differ, in ms. */
const marginMs = 60_000

/** Creates an entry exactly once, however many attempts it takes. Text that was recovered may have been sent already, since `recoveredAt`. */
const createEntryOnce = (recoveredAt: number | undefined) => {
  let uncertainSince = recoveredAt === undefined ? undefined : serverTime(recoveredAt) - marginMs
  return async (collection: CollectionName, values: Data, publish: boolean): Promise<Entry> => {
    const definition = findCollection(collection)
    if (!definition) throw new Error(`There is no collection ${collection}.`)
    const data = parse(publish ? definition.schema : definition.draft, values) as Data
    const found = uncertainSince === undefined ? undefined : await findCreated(collection, data, uncertainSince)
    const started = serverTime() - marginMs
    try {
      const made = found ?? (await call('POST /api/entries/:collection', { collection, body: { data, publish } }))
      // An entry that was found may be a draft.
      const entry =
        publish && made.status === 'draft'
          ? await call('POST /api/entries/:collection/:id/publication', { collection, id: made.id })
          : made
      void forgetEntries(collection)
      return entry
    } catch (error) {
      if (asApiError(error).code === 'offline') uncertainSince ??= started
      throw error
    }
  }
}

/** Form of a new entry. Its text is kept on the device until the server has it. */
const CreateForm = ({ collection, open }: { collection: CollectionName; open: OpenForm }) => {
  const navigate = useNavigate()
  const form = useForm(open)
  const [create] = useState(() => createEntryOnce(open.recoveredAt))
  const isGone = useIsGone()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  // The upload ended while the draft was on its way.
  const isDue = useRef(false)
  const isWaiting = useRef(false)
  isWaiting.current = form.waiting
  const { label } = collections[collection]
  useFocusOnEmptyField()

  /** Creates the entry, and saves what was typed or picked while it was on its way. */
  const store = async (publish: boolean): Promise<{ entry: Entry; saved: Data }> => {
    let saved = form.saver.state().values
    let entry = await create(collection, saved, publish)
    for (;;) {
      const { values } = form.saver.state()
      const late = Object.keys(values).filter((name) => !sameValue(values[name], withArrived(saved[name])))
      if (late.length === 0) break
      const { id, version } = entry
      const body = { data: picked(values, late), publish: false }
      try {
        entry = await call('PATCH /api/entries/:collection/:id', { collection, id, version, body })
        saved = values
      } catch (error) {
        toastError(error, `Saved without what you changed meanwhile, which is kept ${whereKept()}`)
        break
      }
    }
    form.saver.update((now) => ({ ...now, base: now.values }))
    return { entry, saved }
  }
  /** The server has everything now, but what could not be saved: that waits for the form of the entry. */
  const leave = async ({ entry, saved }: Awaited<ReturnType<typeof store>>, to: string, options: NavigateOptions) => {
    const { key } = entrySource(collection, entry.id)
    await form.close({ forget: true, left: { key, stored: { ...entry, data: withArrived(saved) } } })
    uploads.deliver(entry.data)
    // Nobody is led away from the screen that came after this form.
    if (!isGone.current) navigate(to, options)
  }

  const send = async (publish: boolean, element?: HTMLElement, then?: 'another' | 'schedule') => {
    if (running.current) {
      isDue.current ||= publish
      return
    }
    running.current = true
    setBusy(true)
    try {
      const stored = await store(publish)
      const { id } = stored.entry
      toastChange(publish ? `${label.one} published` : 'Saved as a draft')
      if (then === 'another') await leave(stored, '.', { state: { after: id }, replace: true })
      else if (publish) await leave(stored, listPath(collection), {})
      else await leave(stored, formPath(collection, id), { replace: true, state: { schedule: then === 'schedule' } })
    } catch (error) {
      const fields = error instanceof Invalid ? error.fields : asApiError(error).fields
      form.setProblems(fields)
      if (isGone.current || Object.keys(fields).length === 0) toastError(error, 'Not saved; your text is kept here')
      else if (element) focusFirstProblem(element)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** Stores as a draft what waits for an upload: a closed tab loses nothing. It goes on waiting as an entry; without a connection, here. */
  const storeMeanwhile = async (element: HTMLElement, then?: 'another') => {
    running.current = true
    isDue.current = false
    const stored = await store(false).catch(() => undefined)
    if (stored) {
      if (isGone.current) toastChange('Saved as a draft')
      const publish = isDue.current || isWaiting.current
      // At once: while it waits, leaving is asked about.
      flushSync(form.stopWaiting)
      const to = then ? window.location.pathname : listPath(collection)
      await leave(stored, formPath(collection, stored.entry.id), { state: { publish: publish && to }, replace: true })
      return
    }
    running.current = false
    if (isDue.current) void send(true, element, then)
  }

  const publish = (element: HTMLElement, then?: 'another') => {
    form.whenReady({ form: element }, () => void send(true, element, then))
    const { values } = form.saver.state()
    if (!running.current && awaitedBy(values).length > 0 && form.check({ form: element }))
      void storeMeanwhile(element, then)
  }
  const save = (then?: 'another' | 'schedule') => {
    form.stopWaiting()
    void send(false, undefined, then)
  }

  return (
    <FormLayout
      collection={collection}
      title={`Create ${label.one}`}
      form={form}
      busy={busy}
      save={() => save()}
      publish={publish}
      publishThen={[
        'Publish and add another',
        (element) => publish(element, 'another'),
        <Plus key="plus" size={16} aria-hidden />,
      ]}
      saveAsDraft={() => save()}
      others={(Menu) => (
        <>
          <Menu.Item onClick={() => save('another')}>Save as draft and add another</Menu.Item>
          <Menu.Item
            // A schedule publishes by itself: the entry has to be complete now.
            onClick={({ currentTarget: { form: element } }) =>
              element && form.check({ form: element }) && save('schedule')
            }
          >
            Publish at a time…
          </Menu.Item>
        </>
      )}
    />
  )
}

const Create = ({ collection, first }: { collection: CollectionName; first: Data | undefined }) => {
  const open = useOpenForm(entrySource(collection, 'new', first), null)
  return open ? <CreateForm collection={collection} open={open} /> : <FrameSkeleton />
}

export const CreateScreen = ({ collection }: { collection: CollectionName }) => {
  const { state } = useLocation()
  // Another one after it was saved starts with an empty form.
  const { after, first } = (state ?? {}) as { after?: string; first?: Data }
  return <Create key={after} collection={collection} first={first} />
}
