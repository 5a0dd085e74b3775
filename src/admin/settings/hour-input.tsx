import { SelectInput } from '../form/inputs/choice-inputs.tsx'
import type { InputProps } from '../form/inputs/input.ts'
import { clockTime } from '../ui/times.ts'

/** Choice of an hour, written as all times of the admin. */
export const HourInput = (props: InputProps) => {
  const labels = props.field.options?.map((hour) => clockTime(new Date(2000, 0, 1, Number(hour))))
  return <SelectInput {...props} field={labels ? { ...props.field, labels } : props.field} />
}
