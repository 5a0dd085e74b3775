import { Button, Group, Text } from '@mantine/core'
import { memo, useRef } from 'react'
import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import { moved } from '../../ui/sorting/moved.ts'
import { orderAnnouncements } from '../../ui/sorting/order-announcements.ts'
import { useSorting } from '../../ui/sorting/use-sorting.tsx'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { type ChoiceRow, type Choices, changedRow, choicesOf, type Published, rowsOf } from './choices.ts'
import { EntryChoice } from './entry-choice.tsx'
import { titleOf } from './entry-titles.ts'

interface Props {
  collection: CvCollection
  label: string
  published: readonly Published[]
  choices: Choices
  /** By their path in the list, such as `2.text.name`. */
  problems: Readonly<Record<string, string>>
  /** `isTyping`: a key in a text, which the text undoes by itself. */
  change(choices: Choices, isTyping?: boolean): void
  onFocus(): void
  onBlur(): void
}

const problemsAt = (problems: Props['problems'], index: number) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) => {
      const start = `${index}.text.`
      return path.startsWith(start) ? [[path.slice(start.length).split('.')[0] ?? '', message]] : []
    }),
  )

/** The entries of a collection: which of them the variant shows, in which order and words. */
export const EntryChoices = memo((props: Props) => {
  const { collection, label, published, choices, problems, change, onFocus, onBlur } = props
  const rows = rowsOf(published, choices)
  const set = (next: readonly ChoiceRow[], isTyping?: boolean) => change(choicesOf(next, published), isTyping)
  const nameOf = (id: string) => titleOf(collection, rows.find((row) => row.id === id)?.entry)
  const hasMoved = useRef(false)
  const ids = rows.map(({ id }) => id)
  const { sorting, layerElement } = useSorting({
    ids,
    announcements: orderAnnouncements(ids, nameOf, hasMoved),
    drop: (from, to) => {
      // Where it was put, it is meant to stand.
      const named = changedRow(rows, String(from), {})
      set(moved(named, ids.indexOf(String(from)), ids.indexOf(String(to))))
    },
  })
  const changeOne = useStableCallback(
    (id: string, state: Partial<Pick<ChoiceRow, 'hidden' | 'text'>>, isTyping?: boolean) =>
      set(changedRow(rows, id, state), isTyping),
  )
  const shown = rows.filter(({ hidden, entry }) => !hidden && entry).length
  const setAll = (hidden: boolean) => set(rows.map((row) => ({ ...row, hidden, isNew: false })))
  const all = shown === rows.length ? 'Hide all' : 'Show all'
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row with its buttons.
    <section
      className="cv-choices"
      role="group"
      aria-label={label}
      data-collection={collection}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Group className="cv-choices-head" gap="xs" justify="space-between">
        <Text fw={600} component="h2">
          {label}{' '}
          <span className="cv-choices-count">
            {shown} of {rows.length}
          </span>
        </Text>
        <Group gap={4}>
          {choices && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`As on the page: ${label}`}
              onClick={() => change(null)}
            >
              As on the page
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`${all}: ${label}`}
            onClick={() => setAll(shown === rows.length)}
          >
            {all}
          </Button>
        </Group>
      </Group>
      <ol className="cv-rows" aria-label={label}>
        {rows.map((row, index) => (
          <EntryChoice
            key={row.id}
            collection={collection}
            row={row}
            sorting={sorting}
            problems={problemsAt(problems, index)}
            change={changeOne}
          />
        ))}
      </ol>
      {layerElement}
    </section>
  )
})
