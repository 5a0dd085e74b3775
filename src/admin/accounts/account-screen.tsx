import { Anchor, Box, Button, Group } from '@mantine/core'
import { useAccount, useSignInOptions } from '../session/session.tsx'
import { Screen } from '../ui/screen.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { DeleteAccountPanel, DevicesPanel, GooglePanel, PasswordPanel, ProfilePanel } from './account-panels.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { PasskeysPanel, TwoFactorPanel } from './second-factors.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Everyone's own account, without the admin around it. */
export const AccountScreen = () => {
  const { name, surname, email } = useAccount()
  const { data: options } = useSignInOptions()
  const signOut = useSignOut()
  return (
    <Box component="main" maw="72rem" mx="auto" id="main">
      <Group component="header" justify="space-between" className="account-head">
        <Anchor href="/" className="wordmark" underline="never">
          Vitrine
        </Anchor>
        <ThemeSwitch />
      </Group>
      <Screen
        title="Your account"
        lead={`${name} ${surname}, ${email}`}
        actions={
          <>
            <Button component="a" href="/" variant="default">
              To the site
            </Button>
            <Button variant="default" onClick={signOut}>
              Sign out
            </Button>
          </>
        }
      >
        <div>
          <ProfilePanel />
          <PasswordPanel />
          <TwoFactorPanel />
          <PasskeysPanel />
          {options?.google && <GooglePanel />}
          <DevicesPanel />
          <DeleteAccountPanel />
        </div>
      </Screen>
      <ReturnDialog />
    </Box>
  )
}
