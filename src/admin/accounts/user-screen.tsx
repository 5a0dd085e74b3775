import { Screen } from '../ui/screen.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { GooglePanel } from './google-panel.tsx'
import { HandOverPanel } from './hand-over-panel.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'
import { UsersPanel } from './users-panel.tsx'

export const UserScreen = () => (
  <Screen title="User">
    <div className="panels">
      <ProfilePanel />
      <PasswordPanel />
      <TwoFactorPanel />
      <PasskeysPanel />
      <GooglePanel />
      <DevicesPanel />
      <UsersPanel />
      <InvitationsPanel />
      <HandOverPanel />
      <TokensPanel />
    </div>
  </Screen>
)
