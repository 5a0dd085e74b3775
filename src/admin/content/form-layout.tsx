import { Alert, Button, Group } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { Autosave } from '../form/autosave/autosave.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { useSaveKey } from '../form/use-save-key.ts'
import { PreviewToggle } from '../preview/preview-toggle.tsx'
import { WithPreview } from '../preview/with-preview.tsx'
import { Screen } from '../ui/screen.tsx'
import { EntryFields } from './entry-fields.tsx'
import { LeaveWhenSaved } from './leave-when-saved.tsx'
import { listPath } from './list-path.ts'
import { SaveNote } from './save-note.tsx'

interface Props {
  collection: CollectionName
  title: string
  /** Entry; undefined for a new one. */
  entry?: Pick<Entry, 'id' | 'order'>
  form: OpenForm
  state: Autosave
  wrong: Readonly<Record<string, string>>
  onEdit(name: string): void
  busy: boolean
  publish(form: HTMLElement): void
  /** Discards the recovered text. */
  discard(): void
  /** Status next to the title. */
  mark?: ReactNode
  actions: ReactNode
}

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Layout of the create and the edit form. */
export const FormLayout = (props: Props) => {
  const { collection, form, state, publish, busy } = props
  const element = useRef<HTMLFormElement>(null)
  const definition = findCollection(collection)
  const start = () => element.current && publish(element.current)
  useSaveKey(start)
  if (!definition) return null
  const { id = null, order } = props.entry ?? {}
  return (
    <WithPreview subject={{ collection, id, order, values: state.values }}>
      <Screen
        title={props.title}
        lead={
          <Group component="span" gap="sm">
            {props.mark}
            <SaveNote state={state} rules={form.rules} />
          </Group>
        }
        actions={
          <>
            <PreviewToggle />
            {props.actions}
          </>
        }
      >
        {form.recoveredAt !== undefined && (
          <Alert color="blue" variant="light" p="sm" role="status" title="Unsaved text recovered">
            <Group justify="space-between" gap="xs">
              <span>Typed on {time.format(form.recoveredAt)} and never saved. It is back in the fields.</span>
              <Button size="xs" variant="default" onClick={props.discard}>
                Discard
              </Button>
            </Group>
          </Alert>
        )}
        <form
          ref={element}
          noValidate
          className="entry-form"
          aria-label={props.title}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            start()
          }}
        >
          <EntryFields collection={definition} form={form} state={state} wrong={props.wrong} onEdit={props.onEdit} />
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
