import { Alert } from '@mantine/core'

/** A form's problem that belongs to no field; read out when it appears. */
export const Problem = ({ children }: { children: string | undefined }) => (
  <div role="alert">
    {children && (
      // The place around it is what is read out; by itself this would be an alert within that.
      <Alert color="red" variant="light" p="xs" role="group">
        {children}
      </Alert>
    )}
  </div>
)
