import SkipForward from 'lucide-react/icons/skip-forward'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { type CollectionName, collections } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { entryPath, hasPages } from '../../model/publishing/page-paths.ts'
import { call } from '../api/client.ts'
import { forgetEntries, useEntry } from '../api/entries.ts'
import { focusFirstText } from '../form/focus-first.ts'
import { useForm } from '../form/form.tsx'
import { PlainBlocks } from '../form/input.ts'
import { type OpenForm, useOpenForm } from '../form/open-form.ts'
import { useNextDraft } from '../publishing/drafts-api.ts'
import { Share } from '../sharing/share.tsx'
import { FrameSkeleton, LoadFailure } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { formPath, listPath } from '../ui/screens.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { lateDialog } from '../ui/use-loaded.ts'
import { entrySource, FormLayout } from './entry-form.tsx'

const BlanksNotice = lazy(() => import('../pages/blanks-notice.tsx'))
const ScheduleDialog = lateDialog(() => import('../publishing/schedule-dialog.tsx'))

interface Arrival {
  /** Waits for its files, and leads there. */
  publish?: string | false
  schedule?: boolean
  /** After the draft before it was published. */
  next?: boolean
}

const EditForm = ({ collection, entry, open }: { collection: CollectionName; entry: Entry; open: OpenForm }) => {
  const navigate = useNavigate()
  const { state }: { state: Arrival | null } = useLocation()
  const form = useForm(open)
  const { status, publishing } = form.state
  const [isScheduling, setIsScheduling] = useState(state?.schedule === true)
  const path = entryPath(collection, form.state.values)
  const next = useNextDraft(entry.id, status === 'draft')
  const live = status === 'published' && !form.dirty
  const { label } = collections[collection]

  const act = (change: () => Promise<Entry>, done: string) =>
    changeWithToast(change, { done, forget: () => forgetEntries(collection) })

  const duplicate = async () => {
    let copy: Entry | undefined
    const make = async () => {
      copy = await call('POST /api/entries/:collection/:id/copies', { collection, id: entry.id })
      return copy
    }
    if ((await act(make, `${label.one} duplicated`)) && copy) navigate(formPath(collection, copy.id))
  }

  const publish = (element: HTMLElement, done = () => {}) => {
    if (live) return done()
    form.publish({
      form: element,
      done: () => {
        toastChange(`${label.one} published`)
        done()
      },
      failed: 'Not published',
    })
  }
  const publishAndClose = (element: HTMLElement, to = listPath(collection)) => publish(element, () => navigate(to))

  // Published while it was being created, and still waiting for its files.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    if (state?.publish || state?.schedule || state?.next) navigate('.', { replace: true })
    if (state?.next) focusFirstText()
    if (!state?.publish) return
    const button = document.querySelector<HTMLButtonElement>('[data-publish]')
    button?.focus()
    if (button?.form) publishAndClose(button.form, state.publish)
  }, [])

  const discard = () => {
    form.discard()
    return act(
      () => call('DELETE /api/entries/:collection/:id/draft', { collection, id: entry.id }),
      'Changes discarded',
    )
  }

  return (
    <FormLayout
      collection={collection}
      title={`Edit ${label.one}`}
      entry={entry}
      form={form}
      busy={publishing}
      live={live}
      save={form.saveNow}
      publish={(element) => publish(element)}
      publishThen={
        next
          ? [
              'Publish and open next draft',
              (element) =>
                publish(element, () => navigate(formPath(collection, next), { replace: true, state: { next: true } })),
              <SkipForward key="next" size={16} aria-hidden />,
            ]
          : ['Publish and close', publishAndClose]
      }
      mark={<StatusMark entry={{ ...entry, status: status === 'published' && form.dirty ? 'changed' : status }} />}
      notice={
        collection === 'pages' && (
          <Suspense fallback={null}>
            <BlanksNotice blocks={form.state.values.blocks} />
          </Suspense>
        )
      }
      others={(Menu) => (
        <>
          {next && (
            <Menu.Item onClick={({ currentTarget: { form: element } }) => element && publishAndClose(element)}>
              Publish and close
            </Menu.Item>
          )}
          <Menu.Item
            onClick={({ currentTarget: { form: element } }) =>
              element && publish(element, () => navigate(`/admin/${collections[collection].admin.path}/create`))
            }
          >
            Publish and add another
          </Menu.Item>
          <Menu.Item
            onClick={() => {
              form.saveNow()
              setIsScheduling(true)
            }}
          >
            Publish at a time…
          </Menu.Item>
          {(status === 'changed' || (status === 'published' && form.dirty)) && (
            <Menu.Item onClick={discard}>Discard changes</Menu.Item>
          )}
          {status !== 'draft' && (
            <Menu.Item
              onClick={() =>
                act(
                  () => call('DELETE /api/entries/:collection/:id/publication', { collection, id: entry.id }),
                  'Unpublished',
                )
              }
            >
              Unpublish
            </Menu.Item>
          )}
        </>
      )}
      share={
        hasPages(collection) && <Share entry={entry} path={status === 'draft' ? undefined : path} hasDraft={!live} />
      }
      menu={(Menu) => (
        <>
          <Menu.Item component={Link} to={`/admin/history?collection=${collection}&entry=${entry.id}`}>
            History
          </Menu.Item>
          <Menu.Item onClick={duplicate}>Duplicate</Menu.Item>
          <Menu.Item
            color="red"
            onClick={async () => {
              const deleted = await act(
                () => call('DELETE /api/entries/:collection/:id', { collection, id: entry.id }),
                `${label.one} deleted`,
              )
              if (deleted) navigate(listPath(collection))
            }}
          >
            Delete
          </Menu.Item>
        </>
      )}
    >
      {isScheduling && <ScheduleDialog collection={collection} entry={entry} close={() => setIsScheduling(false)} />}
    </FormLayout>
  )
}

const noBlocks: readonly string[] = []

const Edit = ({ collection, id }: { collection: CollectionName; id: string }) => {
  const { data: entry, error, refetch } = useEntry(collection, id)
  const open = useOpenForm(entrySource(collection, id), entry)
  if (error && !entry)
    return (
      <Screen title={`Edit ${collections[collection].label.one}`}>
        <LoadFailure error={error} retry={refetch} />
      </Screen>
    )
  if (!entry || !open) return <FrameSkeleton />
  return (
    <PlainBlocks value={entry.plainTexts ?? noBlocks}>
      <EditForm collection={collection} entry={entry} open={open} />
    </PlainBlocks>
  )
}

export const EditScreen = ({ collection }: { collection: CollectionName }) => {
  const { id = '' } = useParams()
  return <Edit key={id} collection={collection} id={id} />
}
