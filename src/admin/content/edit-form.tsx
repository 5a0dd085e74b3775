import { Button, Menu } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { Link, useNavigate } from 'react-router'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { useForm } from '../form/use-form.ts'
import { changeWithToast, toastChange } from '../history/toast-change.ts'
import { entries, forgetEntries } from './entries-api.ts'
import { FormLayout } from './form-layout.tsx'
import { listPath } from './list-path.ts'
import { StatusMark } from './status-mark.tsx'

interface Props {
  collection: CollectionName
  entry: Entry
  open: OpenForm
}

export const EditForm = ({ collection, entry, open }: Props) => {
  const navigate = useNavigate()
  const form = useForm(open)
  const { status, publishing } = form.state
  const { label } = collections[collection]

  const act = (change: () => Promise<Entry>, done: string) =>
    changeWithToast(change, { done, forget: () => forgetEntries(collection) })

  const duplicate = async () => {
    let copy: Entry | undefined
    const make = async () => {
      copy = await entries.copy(collection, entry.id)
      return copy
    }
    if ((await act(make, `${label.one} duplicated`)) && copy)
      navigate(`/admin/${collections[collection].admin.path}/edit/${copy.id}`)
  }

  return (
    <FormLayout
      collection={collection}
      title={`Edit ${label.one}`}
      entry={entry}
      form={form}
      busy={publishing}
      publish={(element) =>
        form.publish({
          form: element,
          done: () => {
            toastChange(`${label.one} published`)
            navigate(listPath(collection))
          },
          failed: 'Not published; your text is kept on this device',
        })
      }
      mark={
        <StatusMark
          status={status === 'published' && form.dirty ? 'changed' : status}
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
            <Menu.Item onClick={duplicate}>Duplicate</Menu.Item>
            {status !== 'draft' && (
              <Menu.Item onClick={() => act(() => entries.unpublish(collection, entry.id), 'Unpublished')}>
                Unpublish
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              onClick={async () => {
                const deleted = await act(() => entries.remove(collection, entry.id), `${label.one} deleted`)
                if (deleted) navigate(listPath(collection))
              }}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}
