import { ActionIcon, Anchor, Button, Group, Kbd, Text } from '@mantine/core'
import ExternalLink from 'lucide-react/icons/external-link'
import Search from 'lucide-react/icons/search'
import { Link } from 'react-router'
import { DraftsButton } from '../publishing/drafts-button.tsx'
import { modKey, palette } from '../ui/keys.ts'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

export const FrameHeader = () => (
  <Group justify="space-between" wrap="nowrap" flex={1} gap="xs" miw={0}>
    <Anchor component={Link} to="/admin" className="wordmark" underline="never">
      Vitrine
    </Anchor>
    <Button
      className="palette-opener"
      variant="default"
      size="xs"
      leftSection={<Search size={15} aria-hidden />}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {modKey} K
        </Kbd>
      }
      onClick={palette.open}
      visibleFrom="sm"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Text span size="sm" c="dimmed">
        Search and commands
      </Text>
    </Button>
    <Group gap={4} wrap="nowrap">
      <DraftsButton />
      <ActionIcon onClick={palette.open} hiddenFrom="sm" aria-label="Search and commands">
        <Search size={18} aria-hidden />
      </ActionIcon>
      <Button
        component="a"
        href="/"
        target="_blank"
        rel="noopener"
        variant="subtle"
        color="gray"
        size="xs"
        visibleFrom="sm"
        rightSection={<ExternalLink size={14} aria-hidden />}
      >
        View site
      </Button>
      <ActionIcon component="a" href="/" target="_blank" rel="noopener" hiddenFrom="sm" aria-label="View site">
        <ExternalLink size={18} aria-hidden />
      </ActionIcon>
      <ThemeSwitch />
      <UserMenu />
    </Group>
  </Group>
)
