import { Button, Group } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { LeaveWhenSaved } from '../form/leave-guard.tsx'
import { RecoveredNotice } from '../form/recovered-notice.tsx'
import { SaveNote } from '../form/save-note.tsx'
import type { Form } from '../form/use-form.ts'
import { useSaveKey } from '../form/use-save-key.ts'
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
  const element = useRef<HTMLFormElement>(null)
  const definition = findCollection(collection)
  const start = () => element.current && publish(element.current)
  useSaveKey(start)
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
        <RecoveredNotice form={form} />
        <form
          ref={element}
          noValidate
          className="entry-form"
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
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
        </form>
        <LeaveWhenSaved form={form} />
      </Screen>
    </WithPreview>
  )
}
