import { Alert } from '@mantine/core'
import type { Form } from './use-form.ts'

/** Names the fields that changed elsewhere just when they were to be published. */
export const UnseenNotice = ({ form: { state, fields } }: { form: Form }) => (
  <div role="alert">
    {state.unseen.length > 0 && (
      <Alert color="yellow" variant="light" p="sm" mb="md" role="group" title="Not published yet">
        Changed elsewhere a moment ago, and shown here now:{' '}
        {state.unseen.map((name) => fields[name]?.label ?? name).join(', ')}. Look at it, then publish again.
      </Alert>
    )}
  </div>
)
