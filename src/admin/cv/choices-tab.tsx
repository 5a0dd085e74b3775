import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, memo, Suspense, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Form } from '../form/form.tsx'
import { problemsInside } from '../form/input.ts'
import * as transitions from '../form/transitions.ts'
import { Loading } from '../ui/loading.tsx'
import { moved, orderAnnouncements, type Sorting, SortingHandle, useSorting } from '../ui/sorting.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import {
  type ChoiceRow,
  type Choices,
  changedRow,
  choicesOf,
  type Published,
  publishedOf,
  rowsOf,
  subtitleOf,
  titleOf,
} from './choices.ts'

const Rewording = lazy(async () => ({ default: (await import('./rewording.tsx')).Rewording }))

interface EntryChoiceProps {
  collection: CvCollection
  row: ChoiceRow
  sorting: Sorting
  problems: Readonly<Record<string, string>>
  change(id: string, state: Partial<Pick<ChoiceRow, 'hidden' | 'text'>>, isTyping?: boolean): void
}

/** An entry with its place, its checkbox and its words. */
const EntryChoice = memo(({ collection, row, sorting, problems, change }: EntryChoiceProps) => {
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
            {subtitle && <span className="muted">{subtitle}</span>}
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
        <Text size="xs" c="dimmed" ps="4rem" pb={8}>
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

interface EntryChoicesProps {
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

const problemsAt = (problems: EntryChoicesProps['problems'], index: number) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) => {
      const start = `${index}.text.`
      return path.startsWith(start) ? [[path.slice(start.length).split('.')[0] ?? '', message]] : []
    }),
  )

/** The entries of a collection: which of them the variant shows, in which order and words. */
const EntryChoices = memo((props: EntryChoicesProps) => {
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
      // Dropping it there is the choice.
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
          <Text span className="muted" fw={400} ms={6}>
            {shown} of {rows.length}
          </Text>
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

const loadConflict = async () => (await import('../form/field-conflict.tsx')).FieldConflict

interface Props {
  form: Form
  content: Content
  change(name: string, choices: Choices, isTyping?: boolean): void
}

/** The entries of each collection, as the variant shows them. */
export const ChoicesTab = ({ form, content, change }: Props) => {
  const { saver, rules, state, problems, fields } = form
  const FieldConflict = useLoaded(loadConflict, state.conflicts.length > 0)
  const lists = cvCollections.map((name) => ({ name, published: publishedOf(content, name) }))
  const isEmpty = lists.every(({ name, published }) => rowsOf(published, state.values[name] as Choices).length === 0)
  return (
    <Stack gap="xl">
      {isEmpty && (
        <Alert color="yellow" variant="light">
          <Text size="sm" fw={600} mb={4}>
            There is nothing to choose yet
          </Text>
          A variant is made of what is published.{' '}
          <Anchor component={Link} to="/admin/resume" underline="always">
            Fill in Resume
          </Anchor>{' '}
          or{' '}
          <Anchor component={Link} to="/admin/portfolio" underline="always">
            Portfolio
          </Anchor>
          , and publish.
        </Alert>
      )}
      {lists.map(({ name, published }) => {
        const field = fields[name]
        if (!field) return null
        const namesOf = (choices: unknown) =>
          rowsOf(published, choices as Choices)
            .filter(({ hidden }) => !hidden)
            .map(({ entry, text }) => titleOf(name, entry && { ...entry, ...text }))
            .join(', ')
        return (
          <div key={name} data-field={name}>
            <EntryChoices
              collection={name}
              label={field.label}
              published={published}
              choices={state.values[name] as Choices}
              problems={problemsInside(problems, name)}
              change={(choices, isTyping) => change(name, choices, isTyping)}
              onFocus={() => saver.update((now) => transitions.focus(now, name))}
              onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
            />
            {problems[name] && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {problems[name]}
              </Text>
            )}
            {FieldConflict && state.conflicts.includes(name) && (
              <FieldConflict
                field={{ ...field, kind: 'text' }}
                theirs={namesOf(state.server[name])}
                resolve={(side) => saver.update((now) => transitions.resolveConflict(now, name, side, rules))}
              />
            )}
          </div>
        )
      })}
    </Stack>
  )
}
