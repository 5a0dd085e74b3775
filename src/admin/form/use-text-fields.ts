import { type ChangeEvent, useState } from 'react'

/** Values of a small form of texts, and the props of an input for each. */
export const useTextFields = <N extends string>(first: Record<N, string>) => {
  const [values, setValues] = useState(first)
  const field = (name: N, problems: Readonly<Record<string, string>>) => ({
    name,
    required: true,
    value: values[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return { values, setValues, field }
}
