import { useRef } from 'react'
import type { Input, InputProps } from './input.ts'

/** Input for the end of a period, with a box for one that has not ended. */
export const endInput = (Year: Input) => {
  const EndInput = (props: InputProps) => {
    const { field, value, onChange } = props
    const ongoing = value === field.ongoing
    // Nothing typed is not the same as ongoing: it is refused.
    const undecided = field.ongoing === null ? undefined : ''
    const before = useRef<unknown>(undecided)
    const choose = (chosen: boolean) => {
      if (chosen) before.current = value
      onChange(chosen ? field.ongoing : before.current)
    }
    return (
      <div className="end-input">
        <Year
          {...props}
          value={ongoing ? undecided : value}
          field={{ ...field, required: !ongoing }}
          onChange={(year) => onChange(year ?? undecided)}
        />
        <label className="end-input-ongoing">
          <input
            type="checkbox"
            className="row-box"
            checked={ongoing}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
          Ongoing
        </label>
      </div>
    )
  }
  return EndInput
}
