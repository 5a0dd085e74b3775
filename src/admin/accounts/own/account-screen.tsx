import { Anchor, Button } from '@mantine/core'
import { ReturnDialog } from '../../frame/return-dialog.tsx'
import { ThemeSwitch } from '../../frame/theme-switch.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DevicesPanel } from '../devices-panel.tsx'
import { GooglePanel } from '../google-panel.tsx'
import { PasskeysPanel } from '../passkeys-panel.tsx'
import { PasswordPanel } from '../password-panel.tsx'
import { ProfilePanel } from '../profile-panel.tsx'
import { useSignInOptions } from '../session-api.ts'
import { useAccount } from '../sign-in/auth-context.ts'
import { useSignOut } from '../sign-in/use-sign-out.ts'
import { TwoFactorPanel } from '../two-factor-panel.tsx'
import { DeleteAccountPanel } from './delete-account-panel.tsx'

/** Everyone's own account, without the admin around it. */
export const AccountScreen = () => {
  const { name, surname, email } = useAccount()
  const { data: options } = useSignInOptions()
  const signOut = useSignOut()
  return (
    <main className="account-page" id="main">
      <header className="account-head">
        <Anchor href="/" className="wordmark" underline="never">
          Vitrine
        </Anchor>
        <ThemeSwitch />
      </header>
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
        <div className="panels">
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
    </main>
  )
}
