import { Button, Text } from '@mantine/core'
import KeyRound from 'lucide-react/icons/key-round'
import { ApiError } from '../../api/api-error.ts'
import { useSubmit } from '../../form/use-submit.tsx'
import { passkeys } from '../passkeys-api.ts'

const notUsed = new ApiError('invalid', 'The passkey was not used. Try again, or use your password.')

/** Signs in with a passkey. Hidden where the browser does not support them. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) => {
  const { submit, busy, problem } = useSubmit(async () => {
    await passkeys.signIn().catch((error: unknown) => {
      throw error instanceof ApiError ? error : notUsed
    })
    await onSignedIn()
  })
  if (!passkeys.supported()) return null
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        onClick={submit}
        loading={busy}
        leftSection={<KeyRound size={16} aria-hidden />}
      >
        Use a passkey
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
        {problem}
      </Text>
    </div>
  )
}
