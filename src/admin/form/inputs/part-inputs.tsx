import type { Field, Fields } from '../../../model/fields/fields.ts'
import type { Input, InputProps } from './input.ts'
import { plainInputOf } from './plain-inputs.ts'
import { problemsInside } from './problems-inside.ts'

interface Props extends Pick<InputProps, 'name' | 'onFocus' | 'onBlur'> {
  fields: Fields
  values: object
  problems: Readonly<Record<string, string>>
  change(part: string, value: unknown): void
  /** Chooses the input of a field; by its kind without it. */
  inputOf?(field: Field): Input | undefined
}

/** Inputs for the fields of one item or block, side by side as far as they fit. */
export const PartInputs = ({ name, fields, values, problems, change, onFocus, onBlur, inputOf }: Props) => (
  <div className="part-inputs">
    {(Object.entries(fields) as [string, Field][]).map(([part, field]) => {
      const Part = inputOf?.(field) ?? plainInputOf(field.kind)
      return (
        Part && (
          <div key={part} data-kind={field.kind}>
            <Part
              name={`${name}.${part}`}
              field={field}
              value={Reflect.get(values, part) ?? field.empty}
              error={problems[part]}
              problems={problemsInside(problems, part)}
              onChange={(value) => change(part, value)}
              {...(onFocus && { onFocus })}
              {...(onBlur && { onBlur })}
            />
          </div>
        )
      )
    })}
  </div>
)
