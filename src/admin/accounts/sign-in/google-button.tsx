import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../form/use-submit.tsx'

interface Props {
  /** True when Google sign-in is set up; undefined until the server has answered. */
  configured: boolean | undefined
  hint: string
  begin: () => Promise<{ url: string }>
  children: ReactNode
}

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
