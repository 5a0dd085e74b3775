import { Button, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { mostInBulk } from '../../model/content/bulk-change.ts'
import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Draft, DraftsOutcome } from '../../model/publishing/draft.ts'
import { entries, forgetEntries } from '../content/entries-api.ts'
import { changeWithToast, toastChange } from '../history/toast-change.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Modal } from '../ui/modal.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { DraftItem } from './draft-item.tsx'
import { drafts as api, useDrafts } from './drafts-api.ts'

const keyOf = ({ collection, entry }: { collection: string; entry: string | null }) => `${collection}/${entry}`

const counted = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

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
      if (outcome.done.length > 0) toastChange(done(outcome.done.length))
    } catch (error) {
      toastError(error, 'Nothing was changed')
    } finally {
      setBusy(false)
    }
  }
  const publish = (which: readonly Draft[]) =>
    act(
      () => api.publish(which),
      (count) => `${counted(count)} published`,
    )
  const discard = (which: readonly Draft[]) =>
    act(
      () => api.discard(which),
      (count) => `${counted(count)} discarded`,
    )
  const remove = ({ collection, entry }: Draft) =>
    changeWithToast(() => entries.remove(collection as CollectionName, entry ?? ''), {
      done: 'Moved to the trash',
      forget: () => forgetEntries(collection as CollectionName),
    })

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
              <ul className="draft-list" aria-label="Changes that visitors do not see yet">
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
