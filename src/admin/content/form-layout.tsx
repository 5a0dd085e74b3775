import { Button, Group } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { type Form, FormBody, PublishButton } from '../form/form.tsx'
import { FormScreen } from '../form/form-screen.tsx'
import type { MenuOptions } from '../ui/menu/menu-options.ts'
import { EntryFields } from './entry-fields.tsx'
import { listPath } from './list-path.ts'

interface Props {
  collection: CollectionName
  title: string
  entry?: Pick<Entry, 'id' | 'order'>
  form: Form
  busy: boolean
  /** Called on Ctrl/Cmd+S. */
  save(form: HTMLElement): void
  publish(form: HTMLElement): void
  /** A second button that publishes, and leads on. */
  publishThen: [label: string, act: (form: HTMLElement) => void]
  /** Nothing is left to publish. */
  live?: boolean
  mark?: ReactNode
  menu?: MenuOptions['children']
  actions?: ReactNode
  /** Stands above the fields. */
  notice?: ReactNode
  /** Stands under the form. */
  children?: ReactNode
}

export const FormLayout = (props: Props) => {
  const {
    collection,
    title,
    entry,
    form,
    busy,
    save,
    publish,
    publishThen: [label, publishThen],
    live = false,
    mark,
    menu,
    actions,
    notice,
    children,
  } = props
  const definition = findCollection(collection)
  if (!definition) return null
  const { id = null, order } = entry ?? {}
  return (
    <FormScreen
      title={title}
      form={form}
      subject={{ collection, id, order, values: form.state.values }}
      mark={mark}
      {...(menu ? { menu } : {})}
      actions={actions}
    >
      <FormBody form={form} id="entry" className="entry-form" label={title} save={save} publish={publish}>
        {notice}
        <EntryFields collection={definition} form={form} />
        <Group className="form-foot" justify="space-between">
          <Button
            component={Link}
            to={listPath(collection)}
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={16} aria-hidden />}
          >
            {definition.label.many}
          </Button>
          <Group gap="xs">
            {!form.waiting && (
              <Button
                variant="default"
                disabled={busy}
                onClick={({ currentTarget: { form } }) => form && publishThen(form)}
              >
                {label}
              </Button>
            )}
            <PublishButton
              form={form}
              data-publish
              loading={busy}
              disabled={live}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={({ currentTarget: { form } }) => form && publish(form)}
            >
              Publish
            </PublishButton>
          </Group>
        </Group>
      </FormBody>
      {children}
    </FormScreen>
  )
}
