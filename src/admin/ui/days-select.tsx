import { NativeSelect } from '@mantine/core'

interface Props {
  choices: readonly number[]
  days: number
  onChange(days: number): void
}

/** For how long a link works. */
export const DaysSelect = ({ choices, days, onChange }: Props) => (
  <NativeSelect
    label="Works for"
    value={String(days)}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
    data={choices.map((count) => ({ value: String(count), label: count === 1 ? 'a day' : `${count} days` }))}
  />
)
