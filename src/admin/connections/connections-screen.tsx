import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '../ui/screen.tsx'
import { GoogleConnectionPanel } from './google-connection-panel.tsx'
import { MailConnectionPanel } from './mail-connection-panel.tsx'

export const ConnectionsScreen = () => (
  <Screen
    title="Connections"
    lead={
      <>
        They take effect when they are saved. Passwords and keys are stored encrypted and never shown again.{' '}
        <Anchor component={Link} to="/admin/settings?tab=mail" inherit underline="always">
          Back to Settings
        </Anchor>
      </>
    }
  >
    <div className="panels">
      <MailConnectionPanel />
      <GoogleConnectionPanel />
    </div>
  </Screen>
)
