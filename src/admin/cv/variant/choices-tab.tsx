import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { cvCollections } from '../../../model/cv/cv-collections.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { Form } from '../../form/form.tsx'
import { problemsInside } from '../../form/inputs/input.ts'
import * as transitions from '../../form/transitions.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { type Choices, rowsOf } from './choices.ts'
import { EntryChoices } from './entry-choices.tsx'
import { titleOf } from './entry-titles.ts'
import { publishedOf } from './published-of.ts'

const loadConflict = async () => (await import('../../form/field-conflict.tsx')).FieldConflict

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
