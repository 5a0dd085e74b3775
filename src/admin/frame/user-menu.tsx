import { ActionIcon, Text } from '@mantine/core'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { useNavigate } from 'react-router'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { useAccount } from '../session/session.tsx'
import { openShortcuts } from '../ui/keys.ts'
import { LazyMenu } from '../ui/menu/lazy-menu.tsx'

export const UserMenu = () => {
  const { name, surname, email } = useAccount()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <LazyMenu
      position="bottom-end"
      width={220}
      button={(props) => (
        <ActionIcon aria-label={`Account: ${name} ${surname}`} {...props}>
          <span
            className="initials"
            data-initials={`${name.charAt(0)}${surname.charAt(0)}`.toUpperCase()}
            aria-hidden
          />
        </ActionIcon>
      )}
    >
      {(Menu) => (
        <>
          <Menu.Label>
            <Text span size="sm" c="var(--mantine-color-text)" display="block" truncate>
              {name} {surname}
            </Text>
            <Text span size="xs" display="block" truncate>
              {email}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item leftSection={<UserRound size={16} aria-hidden />} onClick={() => navigate('/admin/user')}>
            Profile and security
          </Menu.Item>
          <Menu.Item leftSection={<HeartPulse size={16} aria-hidden />} onClick={() => navigate('/admin/health')}>
            Health
          </Menu.Item>
          <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={openShortcuts}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  )
}
