import { Button, Menu } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { unsaved } from '../form/autosave/autosave.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { useFormState } from '../form/autosave/open-form.ts'
import * as transitions from '../form/autosave/transitions.ts'
import { focusFirstProblem } from '../form/focus-first-problem.ts'
import { toastChange } from '../history/toast-change.ts'
import { toastError } from '../ui/toast/toast.ts'
import { entries, entriesKey, forgetEntries } from './entries-api.ts'
import { focusFirstConflict } from './field-conflict.tsx'
import { FormLayout } from './form-layout.tsx'
import { listPath } from './list-path.ts'
import { StatusMark } from './status-mark.tsx'
import { useWrongFields } from './use-wrong-fields.ts'

interface Props {
  collection: CollectionName
  entry: Entry
  form: OpenForm
  reopen(): void
}

/** Form of an existing entry. Saves drafts by itself; publishing returns to the list. */
export const EditForm = ({ collection, entry, form, reopen }: Props) => {
  const navigate = useNavigate()
  const state = useFormState(form)
  const { wrong, check, clear } = useWrongFields()
  const { label } = collections[collection]
  const at = { collection, entry: entry.id }
  const formElement = useRef<HTMLElement>(null)

  const publish = (element: HTMLElement) => {
    const definition = findCollection(collection)
    if (!definition || state.publishing) return
    if (state.conflicts.length > 0) {
      focusFirstConflict(element)
      return
    }
    if (!check(definition, state.values)) {
      focusFirstProblem(element)
      return
    }
    formElement.current = element
    form.saver.update(transitions.publish)
  }

  const { publishing } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of publishing matters here.
  useEffect(() => {
    const element = formElement.current
    if (publishing || !element) return
    formElement.current = null
    const now = form.saver.state()
    if (Object.keys(now.publishProblems).length > 0) focusFirstProblem(element)
    else if (now.failures > 0)
      toastError(
        new ApiError('offline', 'Your text is kept on this device. Publish again when the connection is back.'),
        'Not published',
      )
    else if (now.conflicts.length > 0) focusFirstConflict(element)
    else if (!now.deleted) {
      void toastChange(`${label.one} published`, at)
      navigate(listPath(collection))
    }
  }, [publishing])

  const act = async (change: () => Promise<Entry>, done: string, leave = false) => {
    try {
      const changed = await change()
      void toastChange(done, at)
      if (leave) navigate(listPath(collection))
      else queryClient.setQueryData([...entriesKey(collection), 'one', entry.id], changed)
      void forgetEntries(collection)
    } catch (error) {
      toastError(error, 'The action failed')
    }
  }

  return (
    <FormLayout
      collection={collection}
      title={`Edit ${label.one}`}
      entry={entry}
      form={form}
      state={state}
      wrong={wrong}
      onEdit={clear}
      busy={publishing}
      publish={publish}
      discard={async () => {
        form.saver.update((now) => ({ ...now, values: now.server, base: now.server, conflicts: [] }))
        await form.close({ forget: true })
        reopen()
      }}
      mark={
        <StatusMark
          status={state.status === 'published' && unsaved(state).length > 0 ? 'changed' : state.status}
          needsAttention={entry.needsAttention}
        />
      }
      actions={
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<EllipsisVertical size={16} aria-hidden />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={`/admin/history?collection=${collection}&entry=${entry.id}`}>
              History
            </Menu.Item>
            {state.status !== 'draft' && (
              <Menu.Item onClick={() => act(() => entries.unpublish(collection, entry.id), 'Unpublished')}>
                Unpublish
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              onClick={() => act(() => entries.remove(collection, entry.id), `${label.one} deleted`, true)}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}
