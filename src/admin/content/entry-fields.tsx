import { Stack } from '@mantine/core'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Option } from '../../model/fields/field.ts'
import type { Field } from '../../model/fields/fields.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { type Form, FormField } from '../form/form.tsx'
import { VisibleInput } from '../form/inputs/choice-inputs.tsx'
import { inputOf } from '../form/inputs/inputs.ts'

export const EntryFields = ({ collection, form }: { collection: Collection; form: Form }) => {
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

  return (
    // Inputs with text of their own start again when the recovered text is discarded.
    <Stack gap="md" key={form.recoveredAt}>
      {fields.map(([name, field]) => {
        const input = inputOf(field)
        // As when it is published: nothing is required of a field that visitors do not see.
        const hidden = field.shownBy !== undefined && form.state.values[field.shownBy] === false
        return !input || switches.has(name) ? null : (
          <div key={name}>
            <FormField
              form={form}
              name={name}
              input={input}
              {...(hidden && { field: { ...field, required: false } })}
              proposal={field.kind === 'slug' ? proposal : undefined}
              {...(name === titleName && { onChange: editTitle })}
              {...(field.proposes && { onChange: (value: unknown) => choose(name, field, value) })}
            />
            {field.shownBy && <FormField form={form} name={field.shownBy} input={VisibleInput} />}
          </div>
        )
      })}
    </Stack>
  )
}
