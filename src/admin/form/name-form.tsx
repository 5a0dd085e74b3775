import { Button, Group, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SubmitForm } from './submit-form.tsx'
import { useSubmit } from './use-submit.ts'

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
