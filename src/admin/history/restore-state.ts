import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Change } from '../../model/journal/change.ts'
import { entries, forgetEntries } from '../content/entries-api.ts'
import { toastError } from '../ui/toast/toast.ts'
import { toastChange } from './toast-change.ts'

/** Draft of the entry after this change; undefined when there was none. */
export const draftAfter = ({ entry, after }: Change): Record<string, unknown> | undefined =>
  entry === null ? undefined : (after as { draft?: Record<string, unknown> } | null)?.draft

/** Restores the draft of that time. The page changes only when it is published. */
export const restoreState = async (change: Change): Promise<void> => {
  const { collection, entry } = change
  const definition = findCollection(collection)
  const draft = draftAfter(change)
  if (!definition || !draft || entry === null) return
  const name = collection as CollectionName
  try {
    const now = await entries.get(name, entry)
    if (now.deletedAt) await entries.restore(name, entry)
    const data = Object.fromEntries(Object.entries(draft).filter(([field]) => field in definition.fields))
    const { version } = now.deletedAt ? await entries.get(name, entry) : now
    await entries.update(name, entry, { data, publish: false }, version)
    toastChange('Restored as a draft; publish it to show it on the page')
    await forgetEntries(name)
  } catch (error) {
    toastError(error, 'Not restored')
  }
}
