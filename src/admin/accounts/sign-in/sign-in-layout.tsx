import { Alert, Anchor, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  /** Something to know before the form is filled in. */
  notice?: ReactNode
  /** Under the form: the way to the other door. */
  foot: ReactNode
  children: ReactNode
}

/** What stands around the login and the registration form. */
export const SignInLayout = ({ title, notice, foot, children }: Props) => {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
  return (
    <main className="door">
      <Anchor href="/" className="wordmark" underline="never">
        Vitrine
      </Anchor>
      <Paper className="door-card" withBorder>
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
      <div className="door-foot">
        {foot}
        <Anchor href="/" size="sm" c="dimmed">
          Back to the site
        </Anchor>
      </div>
    </main>
  )
}
