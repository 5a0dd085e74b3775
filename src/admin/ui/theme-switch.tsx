import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import { LazyMenu } from './menu.tsx'

const schemes = [
  { value: 'auto', label: 'System', Icon: SunMoon },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const current = schemes.find(({ value }) => value === colorScheme) ?? schemes[0]
  return (
    <LazyMenu
      position="bottom-end"
      width={180}
      button={(props) => (
        <ActionIcon aria-label={`Appearance: ${current.label}`} {...props}>
          <current.Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      {(Menu) =>
        schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={value === colorScheme ? <Check size={14} aria-label="chosen" /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))
      }
    </LazyMenu>
  )
}
