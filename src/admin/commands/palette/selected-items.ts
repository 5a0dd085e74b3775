import { collections } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { entryPath } from '../../../model/publishing/entry-path.ts'
import { sections } from '../../../model/sections/sections.ts'
import { entries, forgetEntries } from '../../content/entries-api.ts'
import { listPath } from '../../content/list-path.ts'
import { changeWithToast } from '../../history/toast-change.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { type EntryRef, formPath } from './entry-items.ts'
import type { PaletteItem } from './palette-item.ts'
import type { Selected } from './palette-selection.ts'
import type { Places } from './screen-items.ts'

export const selectionItems = ({ what, actions }: Selected): PaletteItem[] =>
  actions.map(([label, run]) => ({
    id: `selected ${label}`,
    label: `${label}: ${what}`,
    detail: 'Selected',
    leaves: false,
    run,
    ...(label.startsWith('Delete') ? { grave: true as const } : {}),
  }))

/** Address at which the page shows an entry. */
const pagePath = ({ collection, data }: Pick<Entry, 'collection' | 'data'>): string => {
  const own = entryPath(collection, data)
  if (own !== undefined) return own
  const [section] =
    Object.entries(sections).find(([, { collections: shown }]) => shown.some((one) => one === collection)) ?? []
  return section ? `/#${section}` : '/'
}

/** Actions on the entry whose form is open or whose row has the focus. */
export const entryActions = (ref: EntryRef, title: string, isOpen: boolean, { go }: Places): PaletteItem[] => {
  const { collection, id } = ref
  const { one } = collections[collection].label
  const what = `${one.toLowerCase()} “${title}”`
  const act = (change: () => Promise<unknown>, done: string) =>
    changeWithToast(change, { done: `${one} ${done}`, forget: () => forgetEntries(collection) })
  const item = (name: string, run: () => unknown, more: Partial<PaletteItem> = {}): PaletteItem => ({
    id: `selected ${name}`,
    label: `${name}: ${what}`,
    detail: isOpen ? 'This form' : 'Selected',
    leaves: false,
    run,
    ...more,
  })
  const publish = () => {
    // A form publishes what it shows, with its own checks.
    const button = isOpen && document.querySelector<HTMLButtonElement>('#main [data-publish]')
    return button ? button.click() : act(() => entries.publish(collection, id), 'published')
  }
  const duplicate = async () => {
    let copy: Entry | undefined
    const made = await act(async () => {
      copy = await entries.copy(collection, id)
    }, 'duplicated')
    if (made && copy) go(formPath({ collection, id: copy.id }))
  }
  const remove = async () => {
    if ((await act(() => entries.remove(collection, id), 'deleted')) && isOpen) go(listPath(collection))
  }
  const view = () =>
    entries.get(collection, id).then(
      (entry) => window.open(pagePath(entry), '_blank', 'noopener'),
      (error) => toastError(error, 'Not opened'),
    )
  return [
    ...(isOpen ? [] : [item('Edit', () => go(formPath(ref)), { leaves: true, keys: 'e' })]),
    item('Publish', publish),
    item('Take off the page', () => act(() => entries.unpublish(collection, id), 'taken off the page')),
    item('Duplicate', duplicate, { leaves: true }),
    item('Open on the page', view),
    item('History', () => go(`/admin/history?collection=${collection}&entry=${id}`), { leaves: true }),
    item('Delete', remove, { grave: true }),
  ]
}
