import { Text, TextInput } from '@mantine/core'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { layoutNames } from '../../model/themes/layouts.ts'
import { useShortcuts } from '../ui/keys.ts'
import { toastError } from '../ui/toast.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { connectionsPath } from './mail-api.ts'
import { isShown, type SettingName } from './setting-fields.tsx'

interface Group {
  id: string
  label: string
  about: string
  names: readonly SettingName[]
}

const arranged: readonly Group[] = [
  {
    id: 'introduction',
    label: 'Introduction',
    about: 'Who you are, in which language.',
    names: [
      'name',
      'role',
      'headlines',
      'headlinePause',
      'location',
      'availability',
      'availableUntil',
      'email',
      'introduction',
      'description',
      'language',
    ],
  },
  {
    id: 'links',
    label: 'Links',
    about: 'Buttons and your profiles.',
    names: [
      'hireLink',
      'hireLabel',
      'cv',
      'cvLabel',
      'contactSentence',
      'sendLabel',
      'contactAnswer',
      'questions',
      'socials',
    ],
  },
  {
    id: 'sections',
    label: 'Portfolio',
    about: 'Categories, counters, small print.',
    names: ['categories', 'relatedProjects', 'counters', 'copyrightSince', 'colophon', 'timeZone'],
  },
  {
    id: 'cv',
    label: 'CV',
    about: 'The CV that visitors download.',
    names: ['cvFiles', 'cvDesign', 'cvPaper', 'cvPortrait', 'cvOnePage'],
  },
  {
    id: 'theme',
    label: 'Look',
    about: 'Theme, colours, sections in order.',
    names: [
      ...(['theme', 'typefaces', 'accent', 'paper', 'corners', 'appearance', 'sections', 'resumeOrder'] as const),
      ...layoutNames,
      ...(['portfolioLayout', 'icon', 'linkImage', 'customCss', 'customCssOn'] as const),
    ],
  },
  {
    id: 'mail',
    label: 'Mail',
    about: 'Email to you and to visitors.',
    names: ['notices', 'digestHour', 'acknowledge', 'acknowledgement', 'readinessMonthly'],
  },
  { id: 'replies', label: 'Replies', about: 'Texts to use again in answers.', names: ['snippets'] },
  { id: 'access', label: 'Access', about: 'Who may register and sign in.', names: ['registration'] },
  {
    id: 'visits',
    label: 'Visits',
    about: 'Whether and how visits are counted.',
    names: [
      ...(['visits', 'visitsNoLanguage', 'visitsImpossible', 'visitsBursts'] as const),
      ...(['visitsOfMessages', 'visitsWeekly'] as const),
    ],
  },
  { id: 'history', label: 'History', about: 'How long changes can be undone.', names: ['historyYears'] },
]

/** A setting with those that no group names and that are defined after it. */
const withNext = (name: SettingName): SettingName[] => {
  const all = Object.keys(settingFields) as SettingName[]
  const after = all.slice(all.indexOf(name) + 1)
  const end = after.findIndex((one) => arranged.some(({ names }) => names.includes(one)))
  return [name, ...after.slice(0, end < 0 ? after.length : end)]
}

/** Groups of settings, each with what it is about. An invalid setting opens its group. */
export const groups = arranged.map((group) => ({ ...group, names: group.names.flatMap(withNext) }))

export const groupOf = (field: string) => groups.find(({ names }) => names.some((name) => name === field))

/** Address of a group; of the list of all without one. */
export const groupPath = (id?: string): string => `/admin/settings${id ? `?tab=${id}` : ''}`

const rows = [
  ...groups.map((group) => ({ ...group, path: groupPath(group.id) })),
  { id: 'connections', label: 'Connections', about: 'Accounts for email and Google.', path: connectionsPath },
]

const mostFound = 8

const loadSearch = async () => {
  const [results, items] = await Promise.all([
    import('../commands/palette-results.tsx'),
    import('../commands/palette-items.ts'),
  ])
  return { ...results, ...items }
}

/** Finds settings as the palette does, and the screens that people look for here; undefined while its code is fetched. */
const useSearch = (query: string, { notices, acknowledge, ...values }: Settings) => {
  const navigate = useNavigate()
  const [failedFor, setFailedFor] = useState<string>()
  // Each key tries again.
  const search = useLoaded(loadSearch, query !== '' && query !== failedFor, () => {
    setFailedFor(query)
    toastError(new Error('Search could not be loaded. Check the connection, then try again.'))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these decide which settings there are.
  return useMemo(() => {
    if (!search) return undefined
    const { settingItems, screenItems, prepareItems, searchItems, Marked } = search
    const places = { go: (path: string, state?: object) => navigate(path, { state }), setScheme() {}, signOut() {} }
    const settings = settingItems(places).flatMap((item) => {
      const name = item.id.replace('setting ', '') as SettingName
      const isThere = isShown(name, { ...values, notices, acknowledge })
      return isThere ? { ...item, detail: `in ${groupOf(name)?.label}` } : []
    })
    const screens = screenItems(places).filter(({ id, keywords }) => id.startsWith('screen ') && keywords)
    const prepared = prepareItems([...settings, ...screens])
    return { Marked, find: (query: string) => searchItems(prepared, query, []).slice(0, mostFound) }
  }, [search, notices, acknowledge])
}

interface Props {
  current: string | undefined
  /** Groups in which something needs attention. */
  wrong: ReadonlySet<string | undefined>
  values: Settings
}

/** Search over all settings, and the list of their groups until something is typed. Arrow keys walk through both. */
export const SettingGroups = ({ current, wrong, values }: Props) => {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const query = typed.trim()
  const search = useSearch(query, values)
  const found = query === '' ? undefined : search?.find(query)
  useShortcuts('settings', { search: () => field.current?.focus() })
  const run = (item: { run(): unknown } | undefined) => {
    if (!item) return
    setTyped('')
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, nativeEvent } = event
    if (nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Escape', 'Enter'].includes(key)) return
    const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, a, button')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (key === 'Enter') {
      if (at === 0) run(found?.[0]?.item)
    } else if (key === 'Escape') {
      if (query === '') return
      setTyped('')
      field.current?.focus()
    } else stops[at + (key === 'ArrowDown' ? 1 : -1)]?.focus()
    if (key !== 'Enter' || at === 0) event.preventDefault()
  }
  return (
    <nav className="setting-groups" aria-label="Settings" onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        type="search"
        aria-label="Search settings"
        aria-keyshortcuts="/"
        placeholder="Search"
        leftSection={<Search size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status" className={found?.length === 0 ? undefined : 'visually-hidden'}>
        {found?.length === 0 && `No setting found for “${query}”.`}
        {found && found.length > 0 && `${found.length} found`}
      </Text>
      <ul className="sidebar-links">
        {query !== ''
          ? search &&
            found?.map(({ item, pieces }) => (
              <li key={item.id}>
                <button type="button" className="sidebar-link setting-group" onClick={() => run(item)}>
                  <span>
                    <search.Marked pieces={pieces} />
                  </span>{' '}
                  <small>{item.detail}</small>
                </button>
              </li>
            ))
          : rows.map(({ id, label, about, path }) => (
              <li key={id}>
                <Link
                  to={path}
                  className="sidebar-link setting-group"
                  aria-current={id === current ? 'page' : undefined}
                  data-wrong={wrong.has(id) || undefined}
                >
                  <span>
                    {label}
                    {wrong.has(id) && <span className="visually-hidden"> (needs attention)</span>}
                  </span>{' '}
                  <small>{about}</small>
                </Link>
              </li>
            ))}
      </ul>
    </nav>
  )
}
