import { Burger } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { type MouseEvent, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Commands } from '../commands/palette.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { FrameHeader } from './frame-header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { usePrefetch } from './prefetch.ts'
import { ProgressBar } from './progress-bar.tsx'
import { SessionReturn } from './session-return.tsx'
import { Sidebar } from './sidebar.tsx'
import { useFocusOnArrival, useKeptFocus } from './use-focus-on-arrival.ts'

const loadUploading = () => import('../media/upload-list.tsx')

/** Moves the focus without a navigation: a fragment would add a history entry. */
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

export const AppFrame = () => {
  const [open, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  useFocusOnArrival()
  useKeptFocus()
  const uploading = useLoaded(loadUploading, usePrefetch())
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
        <FrameHeader />
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
