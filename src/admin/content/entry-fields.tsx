import { Stack } from '@mantine/core'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Field } from '../../model/fields/fields.ts'
import { type Autosave, problems } from '../form/autosave/autosave.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import * as transitions from '../form/autosave/transitions.ts'
import { inputs } from '../form/inputs/inputs.ts'
import { slugOf } from '../form/inputs/slug-of.ts'
import { FieldConflict } from './field-conflict.tsx'

interface Props {
  collection: Collection
  form: OpenForm
  state: Autosave
  /** Problems that prevent publishing, by field. */
  wrong: Readonly<Record<string, string>>
  /** Called when a field is edited, which may fix its problem. */
  onEdit(name: string): void
}

/** Inputs of an entry, one for each field. */
export const EntryFields = ({ collection, form: { saver, rules }, state, wrong, onEdit }: Props) => {
  const fields = Object.entries(collection.fields) as [string, Field<unknown>][]
  const slug = fields.find(([, { kind }]) => kind === 'slug')?.[0]
  const titleName = collection.preview.title
  const proposal = slugOf(String(state.values[titleName] ?? ''))
  const refused = { ...wrong, ...problems(state, rules) }

  const edit = (name: string, value: unknown) => {
    onEdit(name)
    const { values, status } = saver.state()
    // The slug follows the title until the entry is published or the slug is typed by hand.
    const follows = slug && name === titleName && status === 'draft'
    const untouched = follows && (values[slug] === '' || values[slug] === slugOf(String(values[titleName] ?? '')))
    saver.edit(name, value)
    if (follows && untouched) {
      saver.edit(slug, slugOf(String(value)))
      onEdit(slug)
    }
  }

  return (
    <Stack gap="md">
      {fields.map(([name, field]) => {
        const Input = inputs[field.kind]
        return (
          <div key={name} data-field={name}>
            <Input
              name={name}
              field={field}
              value={state.values[name]}
              error={refused[name]}
              proposal={field.kind === 'slug' ? proposal : undefined}
              onChange={(value) => edit(name, value)}
              onFocus={() => saver.update((now) => transitions.focus(now, name))}
              onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
            />
            {state.conflicts.includes(name) && (
              <FieldConflict
                field={field}
                theirs={state.server[name]}
                resolve={(side) => saver.update((now) => transitions.resolveConflict(now, name, side))}
              />
            )}
          </div>
        )
      })}
    </Stack>
  )
}
