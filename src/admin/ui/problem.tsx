import { Alert } from '@mantine/core'

/** A form's problem that belongs to no field; read out when it appears. */
export const Problem = ({ children }: { children: string | undefined }) => (
  <div role="alert">
    {children && (
      <Alert color="red" variant="light" p="xs">
        {children}
      </Alert>
    )}
  </div>
)
