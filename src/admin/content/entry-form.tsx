import { Button, Stack } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Entry } from '../../model/content/entry.ts'
import { periodProblem } from '../../model/content/period.ts'
import type { Field, Option } from '../../model/fields/fields.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { call, queryClient } from '../api/client.ts'
import { entriesKey } from '../api/entries.ts'
import type { Data } from '../form/autosave.ts'
import { VisibleInput } from '../form/choice-inputs.tsx'
import { type Form, FormBar, FormBody, FormField, PublishButton } from '../form/form.tsx'
import { FormScreen } from '../form/form-screen.tsx'
import { inputOf } from '../form/inputs.tsx'
import type { FormSource } from '../form/open-form.ts'
import type { MenuOptions } from '../ui/menu-layer.tsx'
import { listPath } from '../ui/screens.ts'

const EntryFields = ({ collection, form }: { collection: Collection; form: Form }) => {
  const { saver, edit } = form
  const fields: [string, Field][] = Object.entries(collection.fields)
  const switches = new Set(fields.map(([, { shownBy }]) => shownBy))
  const slug = fields.find(([, { kind }]) => kind === 'slug')?.[0]
  const titleName = collection.preview.title
  const proposal = slugOf(String(form.state.values[titleName] ?? ''))

  const editTitle = (value: unknown) => {
    const { values, status } = saver.state()
    // The slug follows the title until the entry is published or the slug is typed by hand.
    const follows =
      slug !== undefined &&
      status === 'draft' &&
      (values[slug] === '' || values[slug] === slugOf(String(values[titleName] ?? '')))
    edit(titleName, value)
    if (follows) edit(slug, slugOf(String(value)))
  }

  const choose = (name: string, { options = [], labels = [], proposes = '', empty }: Field, chosen: unknown) => {
    const { values } = saver.state()
    const labelOf = (option: unknown) => (option === empty ? '' : labels[options.indexOf(option as Option)])
    edit(name, chosen)
    if (!values[proposes] || values[proposes] === labelOf(values[name])) edit(proposes, labelOf(chosen))
  }

  const fieldNamed = (name: string) => {
    const field = collection.fields[name] as Field
    const input = inputOf(field)
    // As when it is published: nothing is required of a field that visitors do not see.
    const hidden = field.shownBy !== undefined && form.state.values[field.shownBy] === false
    const { received } = collection
    const theirs = received !== undefined && Boolean(form.state.values[received.with]) && !received.open.includes(name)
    const Around = theirs ? 'fieldset' : 'div'
    return !input || field.automatic || switches.has(name) ? null : (
      <Around key={name} {...(theirs && { disabled: true, className: 'their-field' })}>
        <FormField
          form={form}
          name={name}
          input={input}
          {...(hidden && { field: { ...field, required: false } })}
          {...(theirs && { field: { ...field, help: received.help, required: false } })}
          proposal={field.kind === 'slug' ? proposal : undefined}
          {...(name === titleName && { onChange: editTitle })}
          {...(field.proposes && { onChange: (value: unknown) => choose(name, field, value) })}
        />
        {field.shownBy && <FormField form={form} name={field.shownBy} input={VisibleInput} />}
      </Around>
    )
  }

  return (
    // Inputs with text of their own start again when the recovered text is discarded.
    <Stack gap="md" key={form.recoveredAt}>
      {fields.map(([name]) => {
        const row = collection.rows?.find((names) => names.includes(name))
        if (!row) return fieldNamed(name)
        return row[0] === name ? (
          <div key={name} className="field-row" data-columns={row.length > 2 || undefined}>
            {row.map(fieldNamed)}
          </div>
        ) : null
      })}
    </Stack>
  )
}

interface Props {
  collection: CollectionName
  title: string
  entry?: Pick<Entry, 'id' | 'order'>
  form: Form
  busy: boolean
  /** Called on Ctrl/Cmd+S. */
  save(form: HTMLElement): void
  publish(form: HTMLElement): void
  /** Publishes as well, and leads on. */
  publishThen: readonly [label: string, act: (form: HTMLElement) => void, icon?: ReactNode]
  /** Menu of the other acts of publication. */
  others: MenuOptions['children']
  saveAsDraft?(): void
  /** Nothing is left to publish. */
  live?: boolean
  mark?: ReactNode
  share?: ReactNode
  menu?: MenuOptions['children']
  /** Stands above the fields. */
  notice?: ReactNode
  /** Dialogs. */
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
    publishThen,
    others,
    saveAsDraft,
    live = false,
    mark,
    share,
    menu,
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
      share={share}
      menu={menu}
    >
      <FormBody form={form} id="entry" className="entry-form" label={title} save={save} publish={publish}>
        {notice}
        <EntryFields collection={definition} form={form} />
        <FormBar
          back={
            <Button
              component={Link}
              to={listPath(collection)}
              variant="subtle"
              color="gray"
              px="xs"
              className="wide-label"
              aria-label={definition.label.many}
              leftSection={<ArrowLeft size={16} aria-hidden />}
            >
              {definition.label.many}
            </Button>
          }
          busy={busy}
          {...(!form.waiting && { second: publishThen, others })}
        >
          {saveAsDraft && !form.waiting && (
            <Button variant="default" disabled={busy} onClick={saveAsDraft}>
              Save as draft
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
        </FormBar>
      </FormBody>
      {children}
    </FormScreen>
  )
}

/** Form of an entry. One without an id is not created yet and sends nothing. */
export const entrySource = (collection: CollectionName, id = 'new', first?: Data): FormSource => ({
  key: `${collection}/${id}`,
  fields: collections[collection].fields,
  first,
  across: (values) => {
    const { period, fields } = findCollection(collection) ?? {}
    const problem = period && fields && periodProblem(period, fields, values)
    return problem ? { [problem.field]: problem.message } : {}
  },
  send: async ({ fields: data, publish, version, isQuiet }, signal) => {
    const entry = await call('PATCH /api/entries/:collection/:id', {
      ...{ collection, id, version, signal, isQuiet },
      body: { data, publish },
    })
    queryClient.setQueryData([...entriesKey(collection), 'one', id], entry)
    void queryClient.invalidateQueries({ queryKey: [...entriesKey(collection), 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return entry
  },
  stored: (answer) => answer as Entry,
})
