import { Anchor, Button, Group, Text } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { type CollectionName, collections, findCollection } from '../../model/content/collections/index.ts'
import type { Draft } from '../../model/publishing/draft.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { useNames } from '../form/use-names.ts'
import { Difference } from '../history/difference.tsx'
import { valueChanges } from '../history/field-changes.ts'
import { scheduleText, stateText } from './state-text.ts'

interface Props {
  draft: Draft
  /** Why it stayed a draft. */
  reason: string | undefined
  busy: boolean
  publish(draft: Draft): void
  /** Discards it; moves to the trash what was never published. */
  discard(draft: Draft): void
  close(): void
}

const draftTitle = ({ collection, title }: Draft): string => {
  const definition = findCollection(collection)
  if (!definition) return 'Settings'
  return title || `${definition.label.one} without a ${definition.preview.title}`
}

const formPath = ({ collection, entry }: Draft) =>
  entry === null
    ? '/admin/settings'
    : `/admin/${collections[collection as CollectionName].admin.path}/edit/${encodeURIComponent(entry)}`

/** A draft with what it changes on the page. */
export const DraftItem = ({ draft, reason, busy, publish, discard, close }: Props) => {
  const titleId = useId()
  const definition = findCollection(draft.collection)
  const isNew = draft.published === null
  const fields = definition?.fields ?? settingFields
  const states = [fields, draft.published ?? undefined, draft.draft] as const
  const nameOf = useNames(...states)
  const changes = isNew ? [] : valueChanges(...states, nameOf)
  const state = stateText({ status: isNew ? 'draft' : 'changed', publishedAt: draft.publishedAt })
  const when = scheduleText({ status: 'changed', ...draft })
  const problem = reason ?? Object.values(draft.problems)[0]
  return (
    <li className="draft-item">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className="draft-summary">
          <Anchor component={Link} to={formPath(draft)} onClick={close} id={titleId} size="sm" fw={600} c="inherit">
            {draftTitle(draft)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[definition?.label.one, state, when].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={busy}
            aria-describedby={titleId}
            onClick={() => discard(draft)}
          >
            {isNew ? 'Delete' : 'Discard'}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-describedby={titleId}
            onClick={() => publish(draft)}
          >
            Publish
          </Button>
        </Group>
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          Not published: {problem}
        </Text>
      )}
      {isNew ? (
        <Text size="sm" c="dimmed" mt={4}>
          New: nothing of it is on the page yet.
        </Text>
      ) : (
        <dl className="change-fields">
          {changes.map((change) => (
            <div key={change.label}>
              <dt>{change.label}</dt>
              <dd>
                <Difference change={change} brief />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
