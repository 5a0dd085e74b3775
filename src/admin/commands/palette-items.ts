import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import type { Entry, EntryTitles } from '../../model/content/entry.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import { serviceKinds, transportLabel } from '../../model/inbox/mail-services.ts'
import { entryPath } from '../../model/publishing/page-paths.ts'
import { sections } from '../../model/sections/sections.ts'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { openShortcuts, type Selected, screenKeys, singleKeys } from '../ui/keys.ts'
import { formPath, listPath, mainScreens, menuScreens, toolScreens } from '../ui/screens.ts'
import { toastError } from '../ui/toast.tsx'
import { changeWithToast, redoLast, undoLast } from '../ui/undo.ts'

/** Something that the palette finds: an entry, a field, a setting, a screen or an action. */
export interface PaletteItem {
  /** Stable, so that recent items are found again. */
  id: string
  label: string
  /** Kind of the item, or where it is; shown at the end of its row. */
  detail: string
  /** Other words that find it. */
  keywords?: string
  /** Shortcut that does the same. */
  keys?: string
  grave?: true
  /** True when it leads to another screen or field, which then gets the focus. */
  leaves: boolean
  run(): unknown
}

export interface EntryRef {
  collection: CollectionName
  id: string
}

/** The entry whose form is open. */
export const entryAt = (pathname: string): EntryRef | undefined => {
  const [, path, id] = /^\/admin\/([^/]+)\/edit\/([^/]+)\/?$/.exec(pathname) ?? []
  const collection = collectionNames.find((name) => collections[name].admin.path === path)
  return collection && id !== undefined ? { collection, id: decodeURIComponent(id) } : undefined
}

export const entryItemId = ({ collection, id }: EntryRef): string => `entry ${collection}/${id}`

const titlesOf = (titles: EntryTitles | undefined, name: CollectionName) => titles?.collections?.[name] ?? []

export const entryItems = (titles: EntryTitles | undefined, { go }: Places): PaletteItem[] =>
  collectionNames.flatMap((collection) =>
    titlesOf(titles, collection).map(([id, title]) => ({
      id: entryItemId({ collection, id }),
      label: title || `${collections[collection].label.one} without a ${collections[collection].preview.title}`,
      detail: collections[collection].label.one,
      leaves: true,
      run: () => go(formPath(collection, id)),
    })),
  )

/**
 * Every field of every collection. A field opens in the form that is open, else in the entry of its collection that was chosen
 * last, else in the first one; without any, in the form of a new one. Until the titles are known, none of that is.
 */
export const fieldItems = (
  titles: EntryTitles | undefined,
  open: EntryRef | undefined,
  recent: readonly string[],
  { go }: Places,
): PaletteItem[] => {
  if (!titles) return []
  return collectionNames.flatMap((collection) => {
    const { label, admin, fields } = collections[collection]
    const list = titlesOf(titles, collection)
    const chosen =
      open?.collection === collection
        ? list.find(([id]) => id === open.id)
        : recent.flatMap((item) => list.filter(([id]) => entryItemId({ collection, id }) === item))[0]
    const [id, title] = chosen ?? list[0] ?? []
    const of = title ? `${label.one} “${title}”` : `New ${label.one.toLowerCase()}`
    return Object.entries(fields as Fields).map(([name, field]) => ({
      id: `field ${collection}/${name}`,
      label: field.label,
      detail: of,
      keywords: `${label.one} ${label.many} field ${field.help ?? ''}`,
      leaves: true,
      run: () => go(id === undefined ? `/admin/${admin.path}/create` : formPath(collection, id), { field: name }),
    }))
  })
}

export interface Places {
  go(path: string, state?: { field: string; index?: number }): void
  setScheme(scheme: 'light' | 'dark' | 'auto'): void
  signOut(): void
}

/** Screens that no menu names. */
const inner = [
  { id: 'spam-rules', label: 'Spam rules', keywords: 'filter block junk', path: '/admin/contact/spam-rules' },
  {
    id: 'connections',
    label: 'Connections',
    keywords: `email mail SMTP ${serviceKinds.map(transportLabel).join(' ')} Google sign in set up provider`,
    path: '/admin/settings/connections',
  },
  {
    id: 'account',
    label: 'Your account',
    keywords: 'Account profile password passkey second step devices sign out',
    path: '/account',
  },
]

/** Words that people look for a screen by, and that its label does not have. */
const screenWords: Readonly<Record<string, string>> = {
  '/admin/page': 'legal imprint privacy policy cookies GDPR terms accessibility statement',
  '/admin/settings?tab=theme': 'theme design appearance colours accent fonts typefaces',
  '/admin/user': 'people team invite members roles',
  '/admin/media': 'images pictures videos files upload storage',
  '/admin/health': 'ready to show check broken links alt contrast backup disk storage version update',
  '/admin/import': 'LinkedIn JSON Resume CV transfer',
}

export const screenItems = ({ go }: Places): PaletteItem[] => [
  ...[...mainScreens, ...toolScreens, ...menuScreens].map(({ label, path }): PaletteItem => {
    const [keys, keywords] = [screenKeys[path]?.keys[0], screenWords[path]]
    return {
      id: `screen ${path}`,
      label,
      detail: 'Screen',
      leaves: true,
      run: () => go(path),
      ...(keys ? { keys } : {}),
      ...(keywords ? { keywords } : {}),
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

/** Words that people look for a setting by, and that neither its label nor its help nor its choices have. */
const settingWords: Partial<Record<keyof Settings, string>> = {
  name: 'title brand site name',
  role: 'profession job title tagline',
  headlines: 'hero slogan typing animation',
  headlinePause: 'speed animation',
  location: 'city country place',
  email: 'contact mail address',
  introduction: 'about biography bio text',
  description: 'SEO meta Google summary',
  language: 'locale translation international',
  hireLink: 'call to action button',
  hireLabel: 'call to action',
  cv: 'résumé PDF file',
  socials: 'profiles GitHub LinkedIn Instagram Mastodon network',
  sections: 'menu navigation order hide reorder layout',
  resumeOrder: 'experience education skills sort',
  categories: 'filter tags groups address slug',
  counters: 'numbers figures statistics',
  portfolioLayout: 'grid gallery projects layout',
  cvPaper: 'format size',
  cvPortrait: 'photo',
  icon: 'logo favicon app symbol',
  linkImage: 'share card Open Graph og:image preview picture SEO Twitter',
  accent: 'color brand theme palette hex',
  paper: 'background color tint',
  corners: 'border radius rounded',
  appearance: 'dark mode night color scheme',
  customCss: 'style sheet code design theme',
  notices: 'email SMTP alert inform',
  acknowledge: 'auto reply autoresponder receipt',
  acknowledgement: 'auto reply text',
  snippets: 'templates canned answers',
  registration: 'sign up accounts members Google sign in login',
  historyYears: 'undo journal retention privacy delete',
  copyrightSince: 'footer year',
  colophon: 'footer typefaces fonts date updated clock',
  timeZone: 'clock hour local time colophon footer',
}

export const settingItems = ({ go }: Places): PaletteItem[] =>
  (Object.entries(settingFields) as [keyof Settings, Field][]).map(([name, { label, help = '', labels = [] }]) => ({
    id: `setting ${name}`,
    label,
    detail: 'Setting',
    keywords: [help, ...labels, settingWords[name]].join(' '),
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

export const selectionItems = ({ what, actions }: Selected): PaletteItem[] =>
  actions.map(([label, run]) => ({
    id: `selected ${label}`,
    label: `${label}: ${what}`,
    detail: 'Selected',
    leaves: false,
    run,
    ...(label.startsWith('Delete') ? { grave: true as const } : {}),
  }))

/** Address at which the page shows an entry. */
const pagePath = ({ collection, data }: Pick<Entry, 'collection' | 'data'>): string => {
  const own = entryPath(collection, data)
  if (own !== undefined) return own
  const [section] =
    Object.entries(sections).find(([, { collections: shown }]) => shown.some((one) => one === collection)) ?? []
  return section ? `/#${section}` : '/'
}

/** Actions on the entry whose form is open or whose row has the focus. */
export const entryActions = (ref: EntryRef, title: string, isOpen: boolean, { go }: Places): PaletteItem[] => {
  const { collection, id } = ref
  const { one } = collections[collection].label
  const what = `${one.toLowerCase()} “${title}”`
  const act = (change: () => Promise<unknown>, done: string) =>
    changeWithToast(change, { done: `${one} ${done}`, forget: () => forgetEntries(collection) })
  const item = (name: string, run: () => unknown, more: Partial<PaletteItem> = {}): PaletteItem => ({
    id: `selected ${name}`,
    label: `${name}: ${what}`,
    detail: isOpen ? 'This form' : 'Selected',
    leaves: false,
    run,
    ...more,
  })
  const publish = () => {
    // A form publishes what it shows, with its own checks.
    const button = isOpen && document.querySelector<HTMLButtonElement>('#main [data-publish]')
    return button
      ? button.click()
      : act(() => call('POST /api/entries/:collection/:id/publication', { collection, id }), 'published')
  }
  const duplicate = async () => {
    let copy: Entry | undefined
    const made = await act(async () => {
      copy = await call('POST /api/entries/:collection/:id/copies', { collection, id })
    }, 'duplicated')
    if (made && copy) go(formPath(collection, copy.id))
  }
  const remove = async () => {
    if ((await act(() => call('DELETE /api/entries/:collection/:id', { collection, id }), 'deleted')) && isOpen)
      go(listPath(collection))
  }
  const view = () =>
    call('GET /api/entries/:collection/:id', { collection, id }).then(
      (entry) => window.open(pagePath(entry), '_blank', 'noopener'),
      (error) => toastError(error, 'Not opened'),
    )
  return [
    ...(isOpen ? [] : [item('Edit', () => go(formPath(ref.collection, ref.id)), { leaves: true, keys: 'e' })]),
    item('Publish', publish),
    item('Unpublish', () =>
      act(() => call('DELETE /api/entries/:collection/:id/publication', { collection, id }), 'unpublished'),
    ),
    item('Duplicate', duplicate, { leaves: true }),
    item('Open on the page', view),
    item('History', () => go(`/admin/history?collection=${collection}&entry=${id}`), { leaves: true }),
    item('Delete', remove, { grave: true }),
  ]
}
