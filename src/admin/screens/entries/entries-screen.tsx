import { Anchor, Button, Group, Skeleton, Stack, Table, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../../model/collections/index.ts'
import { useEntries } from '../../api/entries.ts'
import { collectionsOn } from '../../screens.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Screen } from '../../ui/screen.tsx'

const EntryTable = ({ name }: { name: CollectionName }) => {
  const { admin, label } = collections[name]
  const { data, error, refetch } = useEntries(name)
  const title = findCollection(name)?.preview.title ?? ''
  if (error) return <LoadFailure error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} />
  return (
    <Stack id={admin.path} gap="xs" component="section" aria-labelledby={`${name}-title`}>
      <Group justify="space-between">
        <Title order={2} size="h4" id={`${name}-title`}>
          {label.many}
        </Title>
        <Button component={Link} to={`/admin/${admin.path}/create`} size="xs">
          Create
        </Button>
      </Group>
      <Table>
        <Table.Tbody>
          {data.pages.flatMap(({ entries }) =>
            entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td w={40}>{entry.order}</Table.Td>
                <Table.Td>{String(entry.data[title] ?? '')}</Table.Td>
                <Table.Td ta="right">
                  <Anchor component={Link} to={`/admin/${admin.path}/edit/${entry.id}`}>
                    Edit
                  </Anchor>
                </Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

/** The tables of the collections that stand on this screen. */
export const EntriesScreen = ({ screen }: { screen: string }) => {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <Screen title={screen.charAt(0).toUpperCase() + screen.slice(1)}>
      {collectionsOn(screen).map((name) => (
        <EntryTable key={name} name={name} />
      ))}
    </Screen>
  )
}
