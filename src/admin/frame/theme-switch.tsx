import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'

const schemes = [
  { value: 'auto', label: 'System', Icon: SunMoon },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const current = schemes.find(({ value }) => value === colorScheme) ?? schemes[0]
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon aria-label={`Appearance: ${current.label}`}>
          <current.Icon size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={value === colorScheme ? <Check size={14} aria-label="chosen" /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
