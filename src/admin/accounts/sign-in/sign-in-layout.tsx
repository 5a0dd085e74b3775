import { Alert, Anchor, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  notice?: ReactNode
  foot: ReactNode
  children: ReactNode
}

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
