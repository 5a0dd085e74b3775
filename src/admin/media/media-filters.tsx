import { Group, NativeSelect, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type MediaKind, type MediaSort, mediaKinds, mediaSorts } from '../../model/media/media-item.ts'
import type { MediaQuery } from './media-api.ts'
import { SearchInput, useSearchText } from './search-input.tsx'

type Filters = Pick<MediaQuery, 'q' | 'kind' | 'unused' | 'sort'>

const kindLabels: Record<MediaKind, string> = { image: 'Images', video: 'Videos', file: 'Files' }
const sortLabels: Record<MediaSort, string> = { newest: 'Newest first', name: 'By name', size: 'Largest first' }

const chosen = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** Search text and filters, kept in the URL so that Back and a reload find them again. */
export const useMediaFilters = () => {
  const [params, setParams] = useSearchParams()
  const query: Filters = {
    q: params.get('q') ?? undefined,
    kind: chosen(mediaKinds, params.get('kind')),
    unused: params.has('unused') || undefined,
    sort: chosen(mediaSorts, params.get('sort')),
  }
  const set = (changes: Filters) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '' || value === false) next.delete(name)
          else next.set(name, value === true ? '' : value)
        }
        return next
      },
      { replace: true },
    )
  return { query, set, reset: () => set({ q: undefined, kind: undefined, unused: undefined }) }
}

export const MediaFilters = ({ query, set }: { query: Filters; set(changes: Filters): void }) => {
  const { typed, setTyped, q } = useSearchText(query.q)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is to be searched.
  useEffect(() => {
    if (q !== (query.q ?? '')) set({ q })
  }, [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset from elsewhere, not while typing.
  useEffect(() => {
    if (query.q === undefined && q !== '') setTyped('')
  }, [query.q])
  return (
    <Group gap="sm" className="media-filters" role="search" aria-label="Media">
      <SearchInput label="Search names and descriptions" className="media-search" typed={typed} setTyped={setTyped} />
      <NativeSelect
        size="sm"
        aria-label="Kind"
        value={query.kind ?? ''}
        onChange={(event) => set({ kind: chosen(mediaKinds, event.currentTarget.value) })}
        data={[
          { value: '', label: 'All kinds' },
          ...mediaKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
      />
      <NativeSelect
        size="sm"
        aria-label="Order"
        value={query.sort ?? 'newest'}
        onChange={(event) => {
          const sort = chosen(mediaSorts, event.currentTarget.value)
          set({ sort: sort === 'newest' ? undefined : sort })
        }}
        data={mediaSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
      />
      <Switch
        label="Unused only"
        checked={query.unused ?? false}
        onChange={(event) => set({ unused: event.currentTarget.checked })}
      />
    </Group>
  )
}
