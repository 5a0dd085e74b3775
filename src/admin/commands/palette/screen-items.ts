import { collectionNames, collections } from '../../../model/content/collections/index.ts'
import { settingFields } from '../../../model/settings/settings.ts'
import { mainScreens, menuScreens, toolScreens } from '../../frame/screens.ts'
import { redoLast, undoLast } from '../../history/undo.ts'
import { screenKeys } from '../keys/screen-keys.ts'
import { singleKeys } from '../keys/single-keys.ts'
import { openShortcuts } from '../open-shortcuts.ts'
import type { PaletteItem } from './palette-item.ts'

export interface Places {
  go(path: string, state?: { field: string }): void
  setScheme(scheme: 'light' | 'dark' | 'auto'): void
  signOut(): void
}

/** Screens that no menu names. */
const inner = [
  { id: 'spam-rules', label: 'Spam rules', keywords: '', path: '/admin/contact/spam-rules' },
  {
    id: 'connections',
    label: 'Connections',
    keywords: 'email mail SMTP EmailJS Google sign in set up provider',
    path: '/admin/settings/connections',
  },
  {
    id: 'account',
    label: 'Your account',
    keywords: 'Account profile password passkey second step devices sign out',
    path: '/account',
  },
]

export const screenItems = ({ go }: Places): PaletteItem[] => [
  ...[...mainScreens, ...toolScreens, ...menuScreens].map(({ label, path }): PaletteItem => {
    const keys = screenKeys[path]?.keys[0]
    return {
      id: `screen ${path}`,
      label,
      detail: 'Screen',
      leaves: true,
      run: () => go(path),
      ...(keys ? { keys } : {}),
    }
  }),
  ...inner.map(({ id, label, keywords, path }) => ({
    ...{ id: `screen ${id}`, label, detail: 'Screen', keywords, leaves: true },
    run: () => go(path),
  })),
  ...collectionNames.map((name): PaletteItem => {
    const { label, admin } = collections[name]
    return {
      id: `trash ${name}`,
      label: `Trash of ${label.many.toLowerCase()}`,
      detail: 'Screen',
      keywords: 'deleted restore',
      leaves: true,
      run: () => go(`${admin.screen === 'about' ? '/admin' : `/admin/${admin.screen}`}?trash=${admin.path}`),
    }
  }),
]

export const settingItems = ({ go }: Places): PaletteItem[] =>
  Object.entries(settingFields).map(([name, { label, ...field }]) => ({
    id: `setting ${name}`,
    label,
    detail: 'Setting',
    keywords: 'help' in field ? field.help : '',
    leaves: true,
    run: () => go('/admin/settings', { field: name }),
  }))

const action = (id: string, label: string, run: () => unknown, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `action ${id}`,
  label,
  detail: 'Action',
  leaves: false,
  run,
  ...more,
})

export const actionItems = ({ go, setScheme, signOut }: Places): PaletteItem[] => [
  ...collectionNames.map((name) => {
    const { label, admin } = collections[name]
    const create = () => go(`/admin/${admin.path}/create`)
    return action(`create ${name}`, `Create ${label.one}`, create, { keywords: 'new add', leaves: true })
  }),
  action('view', 'View site', () => window.open('/', '_blank', 'noopener')),
  action('undo', 'Undo the last act', undoLast, { keys: 'mod+z' }),
  action('redo', 'Redo', redoLast, { keys: 'mod+shift+z' }),
  action('light', 'Appearance: light', () => setScheme('light'), { keywords: 'theme' }),
  action('dark', 'Appearance: dark', () => setScheme('dark'), { keywords: 'theme' }),
  action('auto', 'Appearance: as the device', () => setScheme('auto'), { keywords: 'theme system' }),
  action('keys', 'Keyboard shortcuts', openShortcuts, { keys: '?', leaves: true }),
  action('single', `Single-key shortcuts: turn ${singleKeys.on() ? 'off' : 'on'}`, () =>
    singleKeys.set(!singleKeys.on()),
  ),
  action('out', 'Sign out', signOut, { keywords: 'log out', leaves: true }),
]
