import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ChangeEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import { Invalid } from '../../model/errors.ts'
import { asApiError } from '../api/client.ts'
import { Problem } from '../ui/problem.tsx'
import { focusFirstProblem } from './focus-first.ts'

export const useSubmit = (act: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()

  const submit = async (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setProblems({})
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      const { fields, message, requestId, status } = asApiError(error)
      const wrong = error instanceof Invalid ? error.fields : fields
      setProblems(wrong)
      const named = Object.keys(wrong).some((name) => form.querySelector(`[name="${CSS.escape(name)}"]`))
      if (!named)
        setProblem(
          status >= 500 && requestId && !message.includes(requestId) ? `${message} (Reference ${requestId})` : message,
        )
      focusFirstProblem(form)
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, problems, problem }
}

interface Props {
  form: Pick<ReturnType<typeof useSubmit>, 'submit' | 'problem'>
  label?: string
  className?: string
  gap?: 'xs' | 'sm' | 'md'
  children: ReactNode
}

/** A form sent by `useSubmit`; a problem that belongs to no input stands at its top. */
export const SubmitForm = ({ form: { submit, problem }, label, className, gap = 'md', children }: Props) => (
  <form onSubmit={submit} noValidate aria-label={label} className={className}>
    <Stack gap={gap}>
      <Problem>{problem}</Problem>
      {children}
    </Stack>
  </form>
)

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

interface NameFormProps {
  label: string
  placeholder?: string
  action: string
  name?: string
  /** Throws if `name` is invalid; otherwise the field is cleared. */
  act: (name: string) => Promise<unknown>
  children?: ReactNode
  autoFocus?: boolean
}

export const NameForm = ({ label, placeholder, action, name: first = '', act, children, autoFocus }: NameFormProps) => {
  const [name, setName] = useState(first)
  const form = useSubmit(async () => {
    await act(name)
    setName('')
  })
  return (
    <SubmitForm form={form} className="name-form" gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          name="name"
          {...(placeholder ? { placeholder } : {})}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={form.problems.name}
          autoFocus={autoFocus ?? false}
          flex={1}
          miw={160}
          maw={260}
        />
        {children}
        <Button type="submit" variant="default" loading={form.busy}>
          {action}
        </Button>
      </Group>
    </SubmitForm>
  )
}
