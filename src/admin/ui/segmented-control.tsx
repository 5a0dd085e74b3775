import { type ReactNode, useId } from 'react'

interface Props {
  'aria-label': string
  value: string
  onChange(value: string): void
  data: readonly (string | { value: string; label: ReactNode })[]
  size?: 'xs' | 'sm'
  fullWidth?: boolean
}

/** Choice of a few options, all of them visible: radio buttons that look like one control. */
export const SegmentedControl = ({ value, onChange, data, size = 'sm', fullWidth, ...props }: Props) => {
  const name = useId()
  return (
    <div className="segmented" role="radiogroup" data-size={size} data-full={fullWidth} {...props}>
      {data
        .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
        .map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
    </div>
  )
}
