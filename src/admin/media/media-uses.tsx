import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections/index.ts'
import type { MediaUse } from '../../model/media/media-item.ts'

export const MediaUses = ({ uses, failed }: { uses: readonly MediaUse[] | undefined; failed: boolean }) => (
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
