import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import { mostInBulk } from '../../model/content/entry.ts'
import { counted } from '../../model/counted.ts'
import type { Draft, DraftsOutcome } from '../../model/publishing/draft.ts'
import { hasPages } from '../../model/publishing/page-paths.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { call, forgetAll } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { useNames } from '../form/names.ts'
import { Difference, valueChanges } from '../history/difference.tsx'
import { copyNewLink } from '../sharing/share-links.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Empty, Loaded } from '../ui/loading.tsx'
import { formPath } from '../ui/screens.ts'
import { scheduleText, stateText } from '../ui/status-mark.tsx'
import { toastError } from '../ui/toast.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { drafts as api, useDrafts } from './drafts-api.ts'

interface Props {
  draft: Draft
  /** Why it stayed a draft. */
  reason: string | undefined
  busy: boolean
  publish(draft: Draft): void
  /** Discards it; deletes what was never published. */
  discard(draft: Draft): void
  close(): void
}

const draftTitle = ({ collection, title }: Draft): string => {
  const definition = findCollection(collection)
  if (!definition) return 'Settings'
  return title || `${definition.label.one} without a ${definition.preview.title}`
}

/** For a week, as the form's dialog proposes. */
const share = ({ collection, entry }: Draft) =>
  copyNewLink(collection, entry ?? '').then(toastChange, (error: unknown) => toastError(error, 'No link created'))

/** A draft with what it changes on the page. */
const DraftItem = ({ draft, reason, busy, publish, discard, close }: Props) => {
  const titleId = useId()
  const act = { size: 'compact-sm', disabled: busy, 'aria-describedby': titleId } as const
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
          <Anchor
            component={Link}
            to={formPath(draft.collection, draft.entry)}
            onClick={close}
            id={titleId}
            size="sm"
            fw={600}
            c="inherit"
          >
            {draftTitle(draft)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[definition?.label.one, state, when].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap={4}>
          {definition && hasPages(draft.collection as CollectionName) && (
            <Button {...act} variant="subtle" color="gray" onClick={() => void share(draft)}>
              Copy link for review
            </Button>
          )}
          <Button {...act} variant="subtle" color="gray" onClick={() => discard(draft)}>
            {isNew ? 'Delete' : 'Discard'}
          </Button>
          <Button {...act} variant="default" onClick={() => publish(draft)}>
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

const keyOf = ({ collection, entry }: { collection: string; entry: string | null }) => `${collection}/${entry}`

/** Every change that visitors do not see yet, with its difference, to publish or to discard, one or all. */
const DraftsDialog = ({ opened, close }: { opened: boolean; close: () => void }) => {
  const query = useDrafts()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const [busy, setBusy] = useState(false)
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const listed = query.data?.pages.flatMap(({ drafts }) => drafts) ?? []
  const shown = listed.slice(0, mostInBulk)
  const discardable = shown.filter(({ published }) => published !== null)
  const count = query.data?.pages[0]?.count ?? 0
  const whole = !query.hasNextPage && shown.length === listed.length

  // Nothing goes live unseen: what one act takes is listed first.
  const showAll = async () => {
    setBusy(true)
    let page: { hasNextPage: boolean; error: unknown; data: typeof query.data } = { ...query, error: null }
    const loaded = () => page.data?.pages.reduce((sum, { drafts }) => sum + drafts.length, 0) ?? 0
    while (page.hasNextPage && !page.error && loaded() < mostInBulk) page = await query.fetchNextPage()
    if (page.error) toastError(page.error, 'Not all of them could be listed')
    setBusy(false)
  }

  const act = async (run: () => Promise<DraftsOutcome>, done: (count: number) => string) => {
    setBusy(true)
    try {
      const outcome = await run()
      setReasons(new Map(outcome.left.map((left) => [keyOf(left), left.reason])))
      // First: until all is read again, another write may be the last one, which Undo would then take back.
      if (outcome.done.length > 0) toastChange(done(outcome.done.length))
      // Until then the list has the old versions, which a second act would be refused for.
      await forgetAll()
    } catch (error) {
      toastError(error, 'Nothing was changed')
    } finally {
      setBusy(false)
    }
  }
  const publish = (which: readonly Draft[]) =>
    act(
      () => api.publish(which),
      (count) => `${counted(count, 'change')} published`,
    )
  const discard = (which: readonly Draft[]) =>
    act(
      () => api.discard(which),
      (count) => `${counted(count, 'change')} discarded`,
    )
  const remove = async ({ collection, entry }: Draft) => {
    setBusy(true)
    await changeWithToast(
      () => call('DELETE /api/entries/:collection/:id', { collection: collection as CollectionName, id: entry ?? '' }),
      {
        done: (count) => (count === 1 ? 'Draft deleted' : `${count} drafts deleted`),
        forget: () => forgetEntries(collection as CollectionName),
      },
    )
    setBusy(false)
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Not yet visible"
      size="lg"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} h={160}>
        {() =>
          shown.length === 0 ? (
            <Empty title="Visitors see everything">What you change is listed here until it is published.</Empty>
          ) : (
            <Stack gap="sm">
              <ul className="ruled" aria-label="Changes that visitors do not see yet">
                {shown.map((draft) => (
                  <DraftItem
                    key={keyOf(draft)}
                    draft={draft}
                    reason={reasons.get(keyOf(draft))}
                    busy={busy}
                    publish={(one) => void publish([one])}
                    discard={(one) => void (one.published === null ? remove(one) : discard([one]))}
                    close={close}
                  />
                ))}
              </ul>
              {!whole && shown.length < mostInBulk && (
                <Button variant="default" loading={busy} onClick={() => void showAll()}>
                  Show all {count.toLocaleString('en')}
                </Button>
              )}
              <Group justify="space-between" className="drafts-foot">
                <Button
                  variant="subtle"
                  color="gray"
                  disabled={busy || discardable.length === 0}
                  onClick={() => void discard(discardable)}
                >
                  {whole ? 'Discard all' : `Discard these ${discardable.length.toLocaleString('en')}`}
                </Button>
                <Button loading={busy} onClick={() => void publish(shown)}>
                  {whole ? 'Publish all' : `Publish these ${shown.length.toLocaleString('en')}`}
                </Button>
              </Group>
              {discardable.length < shown.length && (
                <Text size="xs" c="dimmed" ta="end">
                  Publishing all includes what was never published. Discarding all leaves it.
                </Text>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Modal>
  )
}

export default DraftsDialog
