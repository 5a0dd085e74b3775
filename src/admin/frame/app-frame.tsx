import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { type MouseEvent, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Commands } from '../commands/commands.tsx'
import { FrameHeader } from './frame-header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

/** Moves the focus without a navigation: a fragment would add a history entry. */
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

export const AppFrame = () => {
  const [open, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  useFocusOnArrival()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(close, [pathname])
  useWindowEvent('keydown', (event) => open && event.key === 'Escape' && close())

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a target on this page, and users who list links expect a link. */}
      <a className="skip-link" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <ProgressBar />
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !open } }}
        transitionDuration={150}
        padding={0}
      >
        <AppShell.Header className="frame-header">
          <Group h="100%" px="sm" gap="xs" wrap="nowrap">
            <Burger
              opened={open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={open ? 'Close the menu' : 'Open the menu'}
              aria-expanded={open}
              aria-controls="sidebar"
            />
            <FrameHeader />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar id="sidebar" className="sidebar" data-open={open || undefined} aria-label="Screens">
          <Sidebar />
        </AppShell.Navbar>
        {open && <div className="sidebar-veil" aria-hidden onClick={close} />}
        <AppShell.Main id="main" tabIndex={-1} className="frame-main">
          <OfflineNotice />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <Commands />
      <ReturnDialog />
    </>
  )
}
