import { Button, Group } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { FormBody } from '../form/form-body.tsx'
import { SaveNote } from '../form/save-note.tsx'
import type { Form } from '../form/use-form.ts'
import { PreviewToggle } from '../preview/preview-toggle.tsx'
import { WithPreview } from '../preview/with-preview.tsx'
import { Screen } from '../ui/screen.tsx'
import { EntryFields } from './entry-fields.tsx'
import { listPath } from './list-path.ts'

interface Props {
  collection: CollectionName
  title: string
  entry?: Pick<Entry, 'id' | 'order'>
  form: Form
  busy: boolean
  publish(form: HTMLElement): void
  mark?: ReactNode
  actions: ReactNode
}

export const FormLayout = ({ collection, title, entry, form, busy, publish, mark, actions }: Props) => {
  const definition = findCollection(collection)
  if (!definition) return null
  const { id = null, order } = entry ?? {}
  return (
    <WithPreview subject={{ collection, id, order, values: form.state.values }}>
      <Screen
        title={title}
        lead={
          <Group component="span" gap="sm">
            {mark}
            <SaveNote form={form} />
          </Group>
        }
        actions={
          <>
            <PreviewToggle />
            {actions}
          </>
        }
      >
        <FormBody form={form} id="entry" className="entry-form" label={title} save={publish}>
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
            <Button type="submit" loading={busy}>
              Publish
            </Button>
          </Group>
        </FormBody>
      </Screen>
    </WithPreview>
  )
}
