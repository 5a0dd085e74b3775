import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Problem, useSubmit } from './use-submit.tsx'

interface Props {
  label: string
  placeholder?: string
  action: string
  name?: string
  /** Throws if `name` is invalid; otherwise the field is cleared. */
  act: (name: string) => Promise<unknown>
  children?: ReactNode
  autoFocus?: boolean
}

export const NameForm = ({ label, placeholder, action, name: first = '', act, children, autoFocus }: Props) => {
  const [name, setName] = useState(first)
  const { submit, busy, problems, problem } = useSubmit(async () => {
    await act(name)
    setName('')
  })
  return (
    <form onSubmit={submit} noValidate className="name-form">
      <Stack gap="xs">
        <Problem>{problem}</Problem>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={label}
            name="name"
            {...(placeholder ? { placeholder } : {})}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems.name}
            autoFocus={autoFocus ?? false}
            flex={1}
            miw={160}
            maw={260}
          />
          {children}
          <Button type="submit" variant="default" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
