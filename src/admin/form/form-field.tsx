import type { Field } from '../../model/fields/fields.ts'
import * as transitions from './autosave/transitions.ts'
import { FieldConflict } from './field-conflict.tsx'
import type { Input } from './inputs/input.ts'
import type { Form, Problems } from './use-form.ts'

interface Props {
  form: Form
  name: string
  input: Input
  /** Differs from the form's own definition, for example in its help. */
  field?: Field
  proposal?: string | undefined
  onChange?(value: unknown): void
}

const inside = (problems: Problems, name: string): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )

export const FormField = ({ form, name, input: Input, field = form.fields[name] as Field, ...props }: Props) => {
  const { saver, rules, state, problems, edit } = form
  return (
    <div data-field={name}>
      <Input
        name={name}
        field={field}
        value={state.values[name]}
        error={problems[name]}
        problems={inside(problems, name)}
        onChange={(value) => edit(name, value)}
        onFocus={() => saver.update((now) => transitions.focus(now, name))}
        onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
        {...props}
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
}
