import { Badge, Text } from '@mantine/core'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, memo, Suspense, useId, useState } from 'react'
import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import { Loading } from '../../ui/loading.tsx'
import { SortingHandle } from '../../ui/sorting/sorting-handle.tsx'
import type { Sorting } from '../../ui/sorting/use-sorting.tsx'
import type { ChoiceRow } from './choices.ts'
import { subtitleOf, titleOf } from './entry-titles.ts'

const Rewording = lazy(async () => ({ default: (await import('./rewording.tsx')).Rewording }))

interface Props {
  collection: CvCollection
  row: ChoiceRow
  sorting: Sorting
  problems: Readonly<Record<string, string>>
  change(id: string, state: Partial<Pick<ChoiceRow, 'hidden' | 'text'>>, isTyping?: boolean): void
}

/** An entry with its place, its checkbox and its words. */
export const EntryChoice = memo(({ collection, row, sorting, problems, change }: Props) => {
  const { id, hidden, text, entry, isNew } = row
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const title = titleOf(collection, entry)
  const subtitle = subtitleOf(collection, entry)
  const isReworded = Object.keys(text).length > 0
  const isWrong = Object.keys(problems).length > 0
  return (
    <li className="cv-row" data-hidden={hidden || undefined} data-wrong={isWrong || undefined} data-entry={id}>
      <div className="cv-row-head">
        <SortingHandle sorting={sorting} id={id} name={title} />
        <label className="cv-row-label">
          <input
            type="checkbox"
            className="row-box"
            checked={!hidden}
            disabled={!entry}
            onChange={(event) => change(id, { hidden: !event.currentTarget.checked })}
          />
          <span className="cv-row-text">
            <span className="cv-row-title">{title}</span>
            {subtitle && <span className="cv-row-subtitle">{subtitle}</span>}
          </span>
        </label>
        {isNew && (
          <Badge size="xs" variant="light" color="blue">
            New
          </Badge>
        )}
        {entry && (
          <button
            type="button"
            className="row-button cv-reword"
            data-reveal
            aria-label={`${isReworded ? 'Reworded' : 'Reword'}: ${title}`}
            data-reworded={isReworded || undefined}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Pencil size={13} aria-hidden />
            {isReworded ? 'Reworded' : 'Reword'}
          </button>
        )}
      </div>
      {!entry && (
        <Text size="xs" c="dimmed" className="cv-row-note">
          It is not on the page now. It comes back here when it is.
        </Text>
      )}
      {isOpen && entry && (
        <div id={panel} className="cv-rewording">
          <Suspense fallback={<Loading h={220} />}>
            <Rewording
              collection={collection}
              row={row}
              title={title}
              problems={problems}
              change={(next, isTyping) => change(id, { text: next }, isTyping)}
            />
          </Suspense>
        </div>
      )}
    </li>
  )
})
