import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections/index.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { useUses } from './media-api.ts'

export const MediaUses = ({ item }: { item: MediaItem }) => {
  const { data: uses, isError: failed } = useUses(item.id)
  return (
    <div>
      <Text size="sm" fw={600} id="used-in">
        Used in
      </Text>
      {!uses && !failed && <Skeleton h={18} w={160} mt={6} />}
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          The uses could not be loaded.
        </Text>
      )}
      {uses?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet.
        </Text>
      )}
      {uses && !uses.some(({ onPage }) => onPage) && (
        <Text size="sm" c="dimmed">
          Visitors cannot fetch it until something that uses it is published.
        </Text>
      )}
      <ul className="uses" aria-labelledby="used-in">
        {uses?.map(({ collection, entry, title, onPage }) => {
          const definition = findCollection(collection)
          const to = definition ? `/admin/${definition.admin.path}/edit/${entry}` : '/admin/settings'
          return (
            <li key={entry}>
              <Anchor component={Link} to={to} size="sm">
                {definition ? `${definition.label.one}: ${title || 'Untitled'}` : title}
              </Anchor>
              {!onPage && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · only in its draft
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
