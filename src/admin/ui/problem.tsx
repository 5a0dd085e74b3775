import { Alert } from '@mantine/core'

export const Problem = ({ children }: { children: string | undefined }) => (
  <div role="alert">
    {children && (
      // The element around it is announced; a second alert inside would repeat it.
      <Alert color="red" variant="light" p="xs" role="group">
        {children}
      </Alert>
    )}
  </div>
)
