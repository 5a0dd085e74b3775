import { Badge } from '@mantine/core'
import Briefcase from 'lucide-react/icons/briefcase'
import User from 'lucide-react/icons/circle-user-round'
import FileText from 'lucide-react/icons/file-text'
import FileUser from 'lucide-react/icons/file-user'
import Files from 'lucide-react/icons/files'
import History from 'lucide-react/icons/history'
import Image from 'lucide-react/icons/image'
import Inbox from 'lucide-react/icons/inbox'
import Grid from 'lucide-react/icons/layout-grid'
import ListIcon from 'lucide-react/icons/list'
import Quote from 'lucide-react/icons/message-square-quote'
import Settings from 'lucide-react/icons/settings-2'
import UserRound from 'lucide-react/icons/user-round'
import { type ComponentType, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { collections } from '../../model/content/collections/index.ts'
import { useInbox } from '../inbox/messages-api.ts'
import { collectionsOn, mainScreens, type ScreenLink, toolScreens } from '../ui/screens.ts'
import { windowTitle } from '../ui/window-title.ts'

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
  history: History,
  settings: Settings,
}

/** True for the link of the current screen: `/admin/job/create` belongs to Resume, `/admin/about/…` to About. */
const isCurrent = ({ path, screen }: ScreenLink, pathname: string): boolean => {
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
      <Badge size="sm" circle={unread < 10} className="sidebar-count" aria-hidden>
        {unread > 999 ? '999+' : unread}
      </Badge>
    </>
  )
}

const Links = ({ of: links }: { of: readonly ScreenLink[] }) => {
  const { pathname } = useLocation()
  return (
    <ul className="sidebar-links">
      {links.map((link) => {
        const Icon = icons[link.screen] ?? ListIcon
        return (
          <li key={link.screen}>
            <Link
              className="sidebar-link"
              to={link.path}
              aria-current={isCurrent(link, pathname) ? 'page' : undefined}
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

export const Sidebar = () => (
  <>
    <Links of={mainScreens} />
    <hr className="sidebar-rule" />
    <Links of={toolScreens} />
  </>
)
