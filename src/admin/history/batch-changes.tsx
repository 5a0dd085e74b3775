import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Change } from '../../model/journal/change.ts'
import { Loaded, MoreButton } from '../ui/loaded.tsx'
import { changeLink } from './change-link.ts'
import { useChanges } from './changes-api.ts'
import { sentence } from './sentence.ts'

/** Sentence about a change, as a link to what it names. */
export const ChangeName = ({ change, more = 0 }: { change: Change; more?: number }) => {
  const link = changeLink(change)
  const text = sentence(change)
  return (
    <>
      {link ? (
        <Anchor component={Link} to={link} inherit c="inherit">
          {text}
        </Anchor>
      ) : (
        text
      )}
      {more > 0 && `, and ${more} more`}
    </>
  )
}

/** All changes that were made together. */
export const BatchChanges = ({ batch }: { batch: number }) => {
  const query = useChanges({ batch, limit: 50 })
  return (
    <div className="change-fields">
      <Loaded query={query} h={80}>
        {({ pages }) => (
          <ol className="batch-list" aria-label="Changed together">
            {pages
              .flatMap(({ changes }) => changes)
              .map((change) => (
                <li key={change.id}>
                  <Text size="sm">
                    <ChangeName change={change} />
                  </Text>
                </li>
              ))}
          </ol>
        )}
      </Loaded>
      <MoreButton query={query} />
    </div>
  )
}
