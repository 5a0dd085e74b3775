import { Anchor, Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { collectionNames, collections, findCollection } from '../../model/content/collections.ts'
import { titled } from '../../model/text-rules.ts'
import { call } from '../api/client.ts'
import { Empty, Loaded, MoreButton } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { formPath } from '../ui/screens.ts'
import { wholeDay } from '../ui/times.ts'
import { type ChangeQuery, useChanges } from '../ui/undo.ts'
import { useUrlParams } from '../ui/use-url-params.ts'
import { author, type ChangeGroup, ChangeItem, changeGroups, otherLabels, verbs } from './change-item.tsx'

const names = ['q', 'by', 'collection', 'action', 'from', 'to'] as const

/** Start of a day of the calendar here; with `after`, of the next day. */
const dayStart = (day: string | null, after = false): string | undefined => {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (!year || !month || !date) return undefined
  return new Date(year, month - 1, date + (after ? 1 : 0)).toISOString()
}

/** Filters of the history, which its URL holds. */
const useHistoryFilters = () => {
  const { params, change, clear } = useUrlParams()
  const entry = params.get('entry') ?? undefined
  const get = (name: string) => params.get(name) || undefined
  const query: ChangeQuery = {
    collection: get('collection'),
    entry,
    by: get('by'),
    action: get('action'),
    q: get('q'),
    from: dayStart(params.get('from')),
    to: dayStart(params.get('to'), true),
  }
  return {
    query,
    params,
    change,
    clear,
    active: entry === undefined && names.some((name) => params.has(name)),
  }
}

const collectionChoices = [
  { value: '', label: 'Everything' },
  ...collectionNames.map((name) => ({ value: name as string, label: collections[name].label.many })),
  ...Object.entries({ settings: 'Settings', ...otherLabels, media: 'Images' }).map(([value, label]) => ({
    value,
    label,
  })),
]

const actionChoices = [
  { value: '', label: 'Any action' },
  ...Object.entries(verbs).map(([value, label]) => ({ value, label: titled(label) })),
]

const useAuthors = () =>
  useQuery({
    queryKey: ['changes', 'authors'],
    queryFn: ({ signal }) => call('GET /api/change-authors', { signal }),
  })

const HistoryFilters = ({ params, change, active, clear }: ReturnType<typeof useHistoryFilters>) => {
  const [typed, setTyped] = useState(params.get('q') ?? '')
  const search = useDebouncedCallback((text: string) => change({ q: text.trim() }), 200)
  const { data } = useAuthors()
  const authors = (data?.authors ?? []).map(({ by, name }) => ({ value: by, label: author({ by, byName: name }) }))
  const traits = (name: (typeof names)[number]) => ({
    size: 'sm' as const,
    value: params.get(name) ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  })
  return (
    <Group gap="xs" align="flex-end" className="history-filters" role="search" aria-label="Filter the history">
      <TextInput
        type="search"
        size="sm"
        label="Words"
        placeholder="Search"
        className="history-search"
        leftSection={<Search size={15} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      <NativeSelect label="Who" {...traits('by')} data={[{ value: '', label: 'Anyone' }, ...authors]} />
      <NativeSelect label="What" {...traits('collection')} data={collectionChoices} />
      <NativeSelect label="Action" {...traits('action')} data={actionChoices} />
      <TextInput type="date" label="From" {...traits('from')} />
      <TextInput type="date" label="To" {...traits('to')} />
      {active && (
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            setTyped('')
            clear()
          }}
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

const byDay = (groups: readonly ChangeGroup[]): [string, ChangeGroup[]][] => {
  const days = new Map<string, ChangeGroup[]>()
  for (const group of groups) {
    const name = wholeDay(group.newest.at)
    days.set(name, [...(days.get(name) ?? []), group])
  }
  return [...days]
}

/** Asks for a day and a time, and goes to the site as it was then. */
export const PastTime = ({ time = '', error }: { time?: string; error?: string | undefined }) => {
  const [value, setValue] = useState(time)
  const [problem, setProblem] = useState(error)
  const navigate = useNavigate()
  const show = (event: FormEvent) => {
    event.preventDefault()
    const chosen = new Date(value)
    if (Number.isNaN(chosen.getTime())) setProblem('Choose a day and a time.')
    else navigate(`/admin/history/site?at=${chosen.toISOString()}`)
  }
  return (
    <form onSubmit={show} noValidate>
      <Group gap={8} align="flex-start" className="past-time">
        <TextInput
          type="datetime-local"
          size="sm"
          label="The site as it was on"
          value={value}
          error={problem}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default">
          Show
        </Button>
      </Group>
    </form>
  )
}

export const HistoryScreen = () => {
  const filters = useHistoryFilters()
  const { collection, entry } = filters.query
  const query = useChanges({ ...filters.query, grouped: true, limit: 50 })
  const definition = findCollection(collection ?? '')
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? []
  const latest = filters.active ? undefined : changes[0]?.id

  return (
    <Screen
      title="History"
      lead={
        definition && entry ? (
          <>
            Of one {definition.label.one.toLowerCase()}.{' '}
            <Anchor component={Link} to={formPath(definition.name, entry)} size="sm">
              Edit it
            </Anchor>{' '}
            ·{' '}
            <Anchor component={Link} to="/admin/history" size="sm">
              History of the whole site
            </Anchor>
          </>
        ) : (
          'Every change of the site. Undoing one keeps the later ones.'
        )
      }
      actions={entry === undefined && <PastTime />}
    >
      {entry === undefined && <HistoryFilters {...filters} />}
      <Loaded query={query} h={240}>
        {() =>
          changes.length === 0 &&
          (filters.active ? (
            <Empty
              title="Nothing found"
              action={
                <Button size="sm" onClick={filters.clear}>
                  Clear the filters
                </Button>
              }
            >
              No change fits all of the filters.
            </Empty>
          ) : (
            <Empty
              title="No changes yet"
              action={
                <Button component={Link} to="/admin/about/create" size="sm">
                  Introduce yourself
                </Button>
              }
            >
              Every change is recorded here with its author, time and differences. Each can be undone.
            </Empty>
          ))
        }
      </Loaded>
      {byDay(changeGroups(changes)).map(([name, groups]) => (
        <Stack key={name} gap="xs" component="section" aria-label={name}>
          <Title order={2} size="h5">
            {name}
          </Title>
          <ol className="ruled">
            {groups.map((group) => (
              <ChangeItem key={group.newest.id} group={group} newestOfAll={group.newest.id === latest} />
            ))}
          </ol>
        </Stack>
      ))}
      <MoreButton query={query}>Show earlier changes</MoreButton>
    </Screen>
  )
}
