import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, type NavigateFunction, useNavigate } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import { byToken, type Change, type NamedChange } from '../../model/journal/change.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { useNames } from '../form/names.ts'
import { useAccount } from '../session/session.tsx'
import { Loaded, MoreButton } from '../ui/loading.tsx'
import { formPath, screenOf } from '../ui/screens.ts'
import { clockTime, fullTime } from '../ui/times.ts'
import { toastError } from '../ui/toast.tsx'
import { toastChange, undoChanges, useChanges } from '../ui/undo.ts'
import { Difference, fieldChanges, statesOf } from './difference.tsx'

const tokenPrefix = byToken('')
// Ids of accounts, as opposed to names such as `samples`.
const accountId = /^[\w-]{30,}$/

export const author = ({ by, byName }: Pick<NamedChange, 'by' | 'byName'>): string => {
  if (byName !== null) return byName
  if (by.startsWith(tokenPrefix)) return `Token “${by.slice(tokenPrefix.length)}”`
  return accountId.test(by) ? 'Deleted account' : by
}

/** Consecutive saves of one entry by one author, changes that were made together, or a single one. Newest first. */
export interface ChangeGroup {
  changes: readonly [NamedChange, ...NamedChange[]]
  newest: NamedChange
  oldest: NamedChange
}

/** A longer pause starts a new group. */
const groupGapMs = 5 * 60_000

const continues = (later: NamedChange, earlier: NamedChange): boolean =>
  (later.batch !== null && later.batch === earlier.batch) ||
  (later.batch === null &&
    earlier.batch === null &&
    later.action === 'update' &&
    earlier.action === 'update' &&
    later.entry !== null &&
    later.entry === earlier.entry &&
    later.by === earlier.by &&
    Date.parse(later.at) - Date.parse(earlier.at) < groupGapMs)

/** Groups the journal by consecutive saves. `changes` are newest first. */
export const changeGroups = (changes: readonly NamedChange[]): ChangeGroup[] => {
  const groups: [NamedChange, ...NamedChange[]][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && continues(last, change)) group.push(change)
    else groups.push([change])
  }
  return groups.map((group) => ({ changes: group, newest: group[0], oldest: group.at(-1) ?? group[0] }))
}

export const verbs: Record<string, string> = {
  create: 'created',
  update: 'edited',
  publish: 'published',
  unpublish: 'unpublished',
  remove: 'deleted',
  restore: 'restored',
  discard: 'changes discarded',
  schedule: 'scheduled',
  reorder: 'reordered',
  crop: 'cropped',
  replace: 'replaced',
  undo: 'undone',
  erase: 'deleted for good',
  end: 'revoked',
  ask: 'answered with a wish',
  decline: 'declined',
  'replace-link': 'given another link',
  'bring-back': 'brought back',
}

export const otherLabels: Record<string, string> = {
  media: 'Image',
  'spam-rules': 'Spam rules',
  'share-links': 'Link for review',
  'testimonial-requests': 'Request for a testimonial',
  'cv-variants': 'Variant of the CV',
  themes: 'Theme',
  site: 'Whole site',
}

/** Things that are called by their name. */
const hasName = new Set(['media', 'cv-variants', 'themes'])

const titleIn = (state: unknown, field: string): string => {
  const value = (state as { draft?: Record<string, unknown> } | null)?.draft?.[field]
  return typeof value === 'string' ? value : ''
}

const nameIn = (state: unknown): string => {
  const { title, name } = (state ?? {}) as { title?: unknown; name?: unknown }
  const called = title || name
  return typeof called === 'string' ? ` “${called}”` : ''
}

const isOnPage = (state: unknown): boolean =>
  (state as { published?: unknown } | null)?.published !== null && state !== null

export const sentence = ({ action, collection, entry, before, after }: Change): string => {
  const definition = findCollection(collection)
  const both = action === 'update' && definition && isOnPage(after)
  const published =
    both &&
    JSON.stringify((after as { draft: unknown; published: unknown }).published) ===
      JSON.stringify((after as { draft: unknown }).draft)
  const verb = published ? 'edited and published' : (verbs[action] ?? action)
  const named = hasName.has(collection) ? nameIn(after) || nameIn(before) : ''
  const [, ending = ''] = /\.(pdf|mp4|webm)”$/i.exec(named) ?? []
  if (ending) return `${ending.toLowerCase() === 'pdf' ? 'File' : 'Video'}${named} ${verb}`
  if (collection === 'site') return `Site as it was on ${fullTime(((after ?? before) as { at: string }).at)} ${verb}`
  if (!definition) return `${otherLabels[collection] ?? 'Settings'}${named} ${verb}`
  if (entry === null)
    return action === 'undo'
      ? `Order of ${definition.label.many.toLowerCase()} undone`
      : `${definition.label.many} ${verb}`
  const title = titleIn(after, definition.preview.title) || titleIn(before, definition.preview.title)
  return `${definition.label.one}${title ? ` “${title}”` : ''} ${verb}`
}

const others: Readonly<Record<string, string>> = {
  settings: '/admin/settings',
  'spam-rules': '/admin/contact/spam-rules',
  media: '/admin/media',
  site: '/admin/history',
  themes: '/admin/settings?tab=theme',
  'testimonial-requests': '/admin/chat',
}

/** Path in the admin of what a change names, as the change left it; undefined when it is gone. */
const changeLink = ({ collection, entry, after }: Change): string | undefined => {
  if (collection === 'share-links') {
    // Links of before there were any for pages name a project alone.
    const { project, entry: id = project, collection: of = 'projects' } = (after ?? {}) as Record<string, string>
    return id && formPath(of, id)
  }
  if (collection === 'cv-variants') return entry && after ? `/admin/cv/edit/${encodeURIComponent(entry)}` : '/admin/cv'
  const definition = findCollection(collection)
  if (!definition) return others[collection]
  const list = screenOf(collection as CollectionName)
  if (entry === null) return list
  if (after === null) return undefined
  const { deletedAt } = after as { deletedAt?: string | null }
  const { path, screen } = definition.admin
  if (deletedAt) return `${screen === 'about' ? '/admin' : `/admin/${screen}`}?trash=${path}`
  return formPath(collection, entry)
}

/** Draft of the entry after this change; undefined when there was none. */
const draftAfter = ({ entry, after }: Change): Record<string, unknown> | undefined =>
  entry === null ? undefined : (after as { draft?: Record<string, unknown> } | null)?.draft

/** Restores the draft of that time, and leads to its form: the page changes only when it is published. */
const restoreState = async (change: Change, navigate: NavigateFunction): Promise<void> => {
  const { collection, entry } = change
  const definition = findCollection(collection)
  const draft = draftAfter(change)
  if (!definition || !draft || entry === null) return
  const name = collection as CollectionName
  try {
    const found = await call('GET /api/entries/:collection/:id', { collection: name, id: entry })
    const { version } = found.deletedAt
      ? await call('POST /api/entries/:collection/:id/restoration', { collection: name, id: entry })
      : found
    const data = Object.fromEntries(Object.entries(draft).filter(([field]) => field in definition.fields))
    await call('PATCH /api/entries/:collection/:id', {
      ...{ collection: name, id: entry, version },
      body: { data, publish: false },
    })
    toastChange('Restored as a draft; publish it to show it on the page')
    await forgetEntries(name)
    navigate(formPath(name, entry))
  } catch (error) {
    toastError(error, 'Not restored')
  }
}

/** Sentence about a change, as a link to what it names. */
const ChangeName = ({ change, more = 0 }: { change: Change; more?: number }) => {
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
const BatchChanges = ({ batch }: { batch: number }) => {
  const query = useChanges({ batch, limit: 50 })
  return (
    <div className="change-fields">
      <Loaded query={query} h={80}>
        {({ pages }) => (
          <Stack component="ol" gap={4} className="bullets" aria-label="Changed together">
            {pages
              .flatMap(({ changes }) => changes)
              .map((change) => (
                <li key={change.id}>
                  <Text size="sm">
                    <ChangeName change={change} />
                  </Text>
                </li>
              ))}
          </Stack>
        )}
      </Loaded>
      <MoreButton query={query} />
    </div>
  )
}

const Differences = ({ change }: { change: Change }) => {
  const changes = fieldChanges(change, useNames(...statesOf(change)))
  if (changes.length === 0) return <p className="change-fields">No field changed.</p>
  return (
    <dl className="change-fields">
      {changes.map((one) => (
        <div key={one.label}>
          <dt>{one.label}</dt>
          <dd>
            <Difference change={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const ChangeItem = ({ group, newestOfAll }: { group: ChangeGroup; newestOfAll: boolean }) => {
  const { newest, oldest, changes } = group
  const { id: me, name } = useAccount()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const together = newest.batch !== null && newest.size > 1
  const gone = newest.before === null && newest.after === null
  const who = newest.by === me ? `${name} (you)` : author(newest)
  const saves = changes.length > 1 && !together ? ` · ${changes.length} saves since ${clockTime(oldest.at)}` : ''

  const undo = useMutation({
    mutationFn: () => undoChanges(together ? [newest.id] : changes.map(({ id }) => id)),
  })

  return (
    <li className="change-item">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className="change-summary">
          <Text size="sm" fw={600} id={titleId}>
            <ChangeName change={newest} more={together ? newest.size - 1 : 0} />
          </Text>
          <Text size="xs" c="dimmed">
            <time dateTime={newest.at}>{clockTime(newest.at)}</time> · {who}
            {saves}
          </Text>
        </div>
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={open}
            aria-describedby={titleId}
            onClick={() => setOpen(!open)}
          >
            {together ? `Show all ${newest.size}` : 'Difference'}
          </Button>
          {!newestOfAll && !together && draftAfter(newest) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-describedby={titleId}
              onClick={() => restoreState(newest, navigate)}
            >
              Restore this version
            </Button>
          )}
          {!gone && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undo.isPending}
              aria-describedby={titleId}
              onClick={() => undo.mutate()}
            >
              {newest.undoes === null ? 'Undo this change' : 'Redo this change'}
            </Button>
          )}
        </Group>
      </Group>
      {open && together && <BatchChanges batch={newest.batch ?? newest.id} />}
      {open && !together && <Differences change={{ ...newest, before: oldest.before }} />}
      {open && (
        <Anchor component={Link} to={`/admin/history/site?change=${newest.id}`} size="sm" className="past-site-link">
          Show the site after this change
        </Anchor>
      )}
    </li>
  )
}
