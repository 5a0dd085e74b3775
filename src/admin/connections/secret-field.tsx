import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { fullTime } from '../ui/times.ts'

interface Props {
  name: string
  label: string
  description?: string
  /** When the stored secret was saved; undefined when there is none. */
  setAt: string | undefined
  value: string
  error: string | undefined
  required?: boolean
  change(value: string): void
  /** For a secret that the connection may do without. It goes when the form is saved. */
  removal?: { isAsked: boolean; ask(isAsked: boolean): void }
}

/** A secret that is never shown again: either it is set, or it is typed. */
export const SecretField = (props: Props) => {
  const { name, label, description, setAt, value, error, required = false, change, removal } = props
  const [isReplacing, setReplacing] = useState(false)
  if (setAt && !isReplacing && !error && value === '')
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {removal?.isAsked ? 'Removed when you save.' : `Set on ${fullTime(setAt)}`}
          </Text>
          {!removal?.isAsked && (
            <Button size="xs" variant="default" onClick={() => setReplacing(true)} aria-label={`Replace ${label}`}>
              Replace
            </Button>
          )}
          {removal && (
            <Button
              size="xs"
              variant="default"
              onClick={() => removal.ask(!removal.isAsked)}
              aria-label={`${removal.isAsked ? 'Keep' : 'Remove'} ${label}`}
            >
              {removal.isAsked ? 'Keep' : 'Remove'}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    )
  return (
    <PasswordInput
      name={name}
      label={label}
      description={description}
      // A manager of passwords would offer that of this site.
      autoComplete="off"
      data-1p-ignore
      required={required}
      value={value}
      error={error}
      autoFocus={isReplacing}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
