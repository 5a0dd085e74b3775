import { Alert, Anchor, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  /** Notice above the form. */
  notice?: ReactNode
  /** Link to the other sign-in screen, below the form. */
  foot: ReactNode
  children: ReactNode
}

/** Layout of the login and registration screens. */
export const SignInLayout = ({ title, notice, foot, children }: Props) => {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
  return (
    <main className="sign-in">
      <Anchor href="/" className="wordmark" underline="never">
        Vitrine
      </Anchor>
      <Paper className="sign-in-card" withBorder>
        <Stack gap="md">
          <Title order={1}>{title}</Title>
          {notice && (
            <Alert variant="light" p="xs" role="status">
              {notice}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
      <div className="sign-in-foot">
        {foot}
        <Anchor href="/" size="sm" c="dimmed">
          Back to the site
        </Anchor>
      </div>
    </main>
  )
}
