import { Anchor, Button, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections/index.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { type ChangeGroup, changeGroups } from './change-groups.ts'
import { ChangeItem } from './change-item.tsx'
import { useChanges } from './changes-api.ts'
import { HistoryFilters, useHistoryFilters } from './history-filters.tsx'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

const byDay = (groups: readonly ChangeGroup[]): [string, ChangeGroup[]][] => {
  const days = new Map<string, ChangeGroup[]>()
  for (const group of groups) {
    const name = day.format(new Date(group.newest.at))
    days.set(name, [...(days.get(name) ?? []), group])
  }
  return [...days]
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
            <Anchor component={Link} to={`/admin/${definition.admin.path}/edit/${entry}`} size="sm">
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
          <ol className="change-list">
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
