import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { collectionNames, collections } from '../../model/content/collections/index.ts'
import { useSignOut } from '../accounts/sign-in/use-sign-out.ts'
import { mainScreens, menuScreens, toolScreens } from '../frame/screens.ts'
import { paletteStore } from './open-palette.ts'
import { openShortcuts } from './open-shortcuts.ts'
import { useFoundEntries } from './use-found-entries.ts'

/** Selects the first action again: results arrive after the query, and the library selects only when the query changes. */
const chooseFirst = () => {
  const { listId, query } = paletteStore.getState()
  const list = document.getElementById(listId)
  if (!list || !query) return
  list.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}

const Palette = () => {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const [query, setQuery] = useState('')
  const found = useFoundEntries(query)
  const ids = found.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other entries are found.
  useEffect(chooseFirst, [ids])

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Entries',
      actions: found.map(({ id, title, collection, path }) => ({
        id,
        label: title,
        description: collection,
        // The server has searched already, so its results always pass the filter.
        keywords: query,
        onClick: () => navigate(path),
      })),
    },
    {
      group: 'Screens',
      actions: [...mainScreens, ...toolScreens, ...menuScreens].map(({ label, path }) => ({
        id: `screen ${path}`,
        label,
        onClick: () => navigate(path),
      })),
    },
    {
      group: 'Actions',
      actions: [
        ...collectionNames.map((name) => ({
          id: `create ${name}`,
          label: `Create: ${collections[name].label.one}`,
          keywords: 'new add',
          onClick: () => navigate(`/admin/${collections[name].admin.path}/create`),
        })),
        { id: 'view', label: 'View site', onClick: () => window.open('/', '_blank', 'noopener') },
        { id: 'light', label: 'Appearance: light', keywords: 'theme', onClick: () => setColorScheme('light') },
        { id: 'dark', label: 'Appearance: dark', keywords: 'theme', onClick: () => setColorScheme('dark') },
        { id: 'auto', label: 'Appearance: as the device', keywords: 'theme', onClick: () => setColorScheme('auto') },
        { id: 'keys', label: 'Keyboard shortcuts', onClick: openShortcuts },
        { id: 'out', label: 'Sign out', keywords: 'log out', onClick: () => void signOut() },
      ],
    },
  ]

  return (
    <Spotlight
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      store={paletteStore}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={12}
      scrollable
      maxHeight={420}
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <Search size={18} aria-hidden />,
        placeholder: 'Screens, entries, actions',
        'aria-label': 'Search screens, entries and actions',
      }}
    />
  )
}

export default Palette
