import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../form/use-submit.ts'

interface Props {
  /** Whether it is set up; undefined as long as nobody knows. */
  configured: boolean | undefined
  /** Said when it is asked for and not set up. */
  hint: string
  /** Where Google's page for this is. */
  begin: () => Promise<{ url: string }>
  children: ReactNode
}

/** Leads to Google and back. Where nothing is set up it says so when asked. */
export const GoogleButton = ({ configured, hint, begin, children }: Props) => {
  const [message, setMessage] = useState<string>()
  const { submit, busy, problem } = useSubmit(async () => {
    if (configured === false) setMessage(`Sign in with Google is not set up here. ${hint}`)
    else window.location.assign((await begin()).url)
  })
  return (
    <div>
      <Button variant="default" fullWidth onClick={submit} loading={busy}>
        {children}
      </Button>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {problem ?? message}
      </Text>
    </div>
  )
}
