import { ActionIcon, Alert, Anchor, Badge, Burger, Button, Group, Kbd, Text } from '@mantine/core'
import { useDisclosure, useNetwork, useWindowEvent } from '@mantine/hooks'
import Briefcase from 'lucide-react/icons/briefcase'
import ChartColumn from 'lucide-react/icons/chart-column'
import User from 'lucide-react/icons/circle-user-round'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import FileUser from 'lucide-react/icons/file-user'
import Files from 'lucide-react/icons/files'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import History from 'lucide-react/icons/history'
import Image from 'lucide-react/icons/image'
import Inbox from 'lucide-react/icons/inbox'
import Keyboard from 'lucide-react/icons/keyboard'
import Grid from 'lucide-react/icons/layout-grid'
import ListIcon from 'lucide-react/icons/list'
import LogOut from 'lucide-react/icons/log-out'
import Quote from 'lucide-react/icons/message-square-quote'
import Palette from 'lucide-react/icons/palette'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings-2'
import UserRound from 'lucide-react/icons/user-round'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type ComponentType, type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { collections } from '../../model/content/collections.ts'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { activity } from '../api/activity.ts'
import { sessionGate } from '../api/session-gate.ts'
import { Commands } from '../commands/palette.tsx'
import { useInbox } from '../inbox/inbox-state.ts'
import { DraftsButton } from '../publishing/drafts-button.tsx'
import { useAccount } from '../session/session.tsx'
import { modKey, openShortcuts, palette } from '../ui/keys.ts'
import { LazyMenu } from '../ui/menu.tsx'
import { windowTitle } from '../ui/screen.tsx'
import { collectionsOn, lookScreen, mainScreens, type ScreenLink, toolScreens } from '../ui/screens.ts'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { useLoaded, whenIdle } from '../ui/use-loaded.ts'
import { useFocusOnArrival, useKeptFocus } from './use-focus-on-arrival.ts'

const UserMenu = () => {
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

const FrameHeader = ({ isHome }: { isHome: boolean }) => (
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
      {/* The first screen has it among what there is to do. */}
      {!isHome && <DraftsButton />}
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

const OfflineNotice = () => {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <Alert
          color="yellow"
          variant="light"
          radius={0}
          icon={<WifiOff size={18} aria-hidden />}
          className="offline-notice"
        >
          No connection. What you write is saved when the connection is back.
        </Alert>
      )}
    </div>
  )
}

// After the first load, so that it takes no bandwidth from the screen.
const quietMs = 3000

/** Parts that come at the first touch, fetched ahead when the browser is idle: then they are there at once, and without a connection. */
const fetchAhead = () => {
  const parts = [
    () => import('../ui/above-keyboard.ts'),
    () => import('../ui/toasts.tsx'),
    () => import('../ui/menu-layer.tsx'),
    () => import('../ui/modal-layer.tsx'),
    () => import('../form/leave-dialog.tsx'),
    () => import('../accounts/return-dialog.tsx'),
  ]
  // What cannot be fetched now is fetched when it is needed.
  for (const load of parts) load().catch(() => {})
}

/** True from then on. */
const usePrefetch = (): boolean => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const start = () => {
      fetchAhead()
      setIdle(true)
    }
    const timer = setTimeout(() => whenIdle(start, quietMs), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}

/** Shorter calls show no bar. */
const delayMs = 150

const ProgressBar = () => {
  const calls = useSyncExternalStore(activity.subscribe, activity.count)
  const { state } = useNavigation()
  const busy = calls > 0 || state === 'loading'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [busy])
  return <div className="progress-bar" data-shown={shown || undefined} aria-hidden />
}

const loadDialog = () => import('../accounts/return-dialog.tsx')

/** The dialog that asks to sign in again, from the first time it is needed. */
const SessionReturn = () => {
  const state = useSyncExternalStore(sessionGate.subscribe, sessionGate.state)
  // Signing in on the login screen comes back to the same address; unsaved text is kept on the device.
  const dialog = useLoaded(loadDialog, state !== false, () => {
    window.location.assign(`/login?next=${encodeURIComponent(window.location.pathname + window.location.search)}`)
  })
  return dialog ? <dialog.ReturnDialog /> : null
}

const icons: Record<string, ComponentType<{ size?: number; 'aria-hidden'?: boolean }>> = {
  about: UserRound,
  chat: Quote,
  contact: Inbox,
  portfolio: Grid,
  resume: FileText,
  service: Briefcase,
  page: Files,
  cv: FileUser,
  user: User,
  media: Image,
  visits: ChartColumn,
  history: History,
  look: Palette,
  settings: Settings,
}

/** True for the link of the current screen: `/admin/job/create` belongs to Resume, `/admin/about/…` to About. */
const isCurrent = ({ path, screen }: ScreenLink, pathname: string, search: string): boolean => {
  if (path === lookScreen.path || pathname + search === lookScreen.path) return pathname + search === path
  if (pathname === path || pathname === `${path}/`) return true
  if (path !== '/admin' && pathname.startsWith(`${path}/`)) return true
  return collectionsOn(screen).some((name) => {
    const own = `/admin/${collections[name].admin.path}`
    return pathname === own || pathname.startsWith(`${own}/`)
  })
}

/** Contact with its number of unread messages, which the browser tab shows as well. */
const ContactLabel = ({ label }: { label: string }) => {
  const { data } = useInbox()
  const unread = data?.counts.unread ?? 0
  useEffect(() => windowTitle.unread(unread), [unread])
  // Signing out clears the number.
  useEffect(() => () => windowTitle.unread(0), [])
  if (unread === 0) return label
  return (
    <>
      <span>
        {label}
        <span className="visually-hidden">({unread} unread)</span>
      </span>
      <Badge size="sm" circle={unread < 10} ms="auto" aria-hidden>
        {unread > 999 ? '999+' : unread}
      </Badge>
    </>
  )
}

const Links = ({ of: links }: { of: readonly ScreenLink[] }) => {
  const { pathname, search } = useLocation()
  return (
    <ul className="sidebar-links">
      {links.map((link) => {
        const Icon = icons[link.screen] ?? ListIcon
        return (
          <li key={link.screen}>
            <Link
              className="sidebar-link"
              to={link.path}
              aria-current={isCurrent(link, pathname, search) ? 'page' : undefined}
              aria-description={link.hint}
              data-hint={link.hint}
            >
              <Icon size={17} aria-hidden />
              {link.screen === 'contact' ? <ContactLabel label={link.label} /> : link.label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const Sidebar = () => (
  <>
    <Links of={mainScreens} />
    <hr className="sidebar-rule" />
    <Links of={toolScreens} />
  </>
)

const loadUploading = () => import('../media/upload-list.tsx')

/** Moves the focus without a navigation: a fragment would add a history entry. */
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

export const AppFrame = () => {
  const [open, { toggle, close }] = useDisclosure(false)
  const { pathname, search } = useLocation()
  useFocusOnArrival()
  useKeptFocus()
  const uploading = useLoaded(loadUploading, usePrefetch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(close, [pathname, search])
  useWindowEvent('keydown', (event) => open && event.key === 'Escape' && close())

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a target on this page, and users who list links expect a link. */}
      <a className="skip-link" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <ProgressBar />
      {/* The class keeps its place when a dialog takes the scrollbar away. */}
      <header className="frame-header right-scroll-bar-position">
        <Burger
          opened={open}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={open ? 'Close the menu' : 'Open the menu'}
          aria-expanded={open}
          aria-controls="sidebar"
        />
        <FrameHeader isHome={/^\/admin\/?$/.test(pathname)} />
      </header>
      <nav id="sidebar" className="sidebar" data-open={open || undefined} aria-label="Screens">
        <Sidebar />
      </nav>
      {open && <div className="sidebar-veil" aria-hidden onClick={close} />}
      <main id="main" tabIndex={-1} className="frame-main">
        <OfflineNotice />
        <Outlet />
      </main>
      <Commands />
      {uploading && <uploading.UploadIndicator />}
      <SessionReturn />
    </>
  )
}
