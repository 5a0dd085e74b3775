import type { Field } from '../../model/fields/fields.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import * as transitions from './autosave/transitions.ts'
import type { Input } from './inputs/input.ts'
import { problemsInside } from './inputs/problems-inside.ts'
import type { Form } from './use-form.ts'

const loadConflict = async () => (await import('./field-conflict.tsx')).FieldConflict

interface Props {
  form: Form
  name: string
  input: Input
  /** Differs from the form's own definition, for example in its help. */
  field?: Field
  proposal?: string | undefined
  onChange?(value: unknown): void
}

export const FormField = ({ form, name, input: Input, field = form.fields[name] as Field, ...props }: Props) => {
  const { saver, rules, state, problems, edit } = form
  const isConflict = state.conflicts.includes(name)
  // Only what is stored can change elsewhere, and only what is changed here is asked about: fetched ahead then, and again where that failed.
  const ahead = useLoaded(loadConflict, state.version !== null && state.values[name] !== state.base[name])
  const late = useLoaded(loadConflict, isConflict)
  const FieldConflict = ahead ?? late
  return (
    <div data-field={name}>
      <Input
        name={name}
        field={field}
        value={state.values[name]}
        error={problems[name]}
        problems={problemsInside(problems, name)}
        onChange={(value) => edit(name, value)}
        onFocus={() => saver.update((now) => transitions.focus(now, name))}
        onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
        {...props}
      />
      {FieldConflict && isConflict && (
        <FieldConflict
          field={field}
          theirs={state.server[name]}
          resolve={(side) => saver.update((now) => transitions.resolveConflict(now, name, side, rules))}
        />
      )}
    </div>
  )
}
