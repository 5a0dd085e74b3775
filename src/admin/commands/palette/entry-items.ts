import { type CollectionName, collectionNames, collections } from '../../../model/content/collections/index.ts'
import type { EntryTitles } from '../../../model/content/entry-titles.ts'
import type { Fields } from '../../../model/fields/fields.ts'
import type { PaletteItem } from './palette-item.ts'
import type { Places } from './screen-items.ts'

export interface EntryRef {
  collection: CollectionName
  id: string
}

export const formPath = ({ collection, id }: EntryRef): string =>
  `/admin/${collections[collection].admin.path}/edit/${encodeURIComponent(id)}`

/** The entry whose form is open. */
export const entryAt = (pathname: string): EntryRef | undefined => {
  const [, path, id] = /^\/admin\/([^/]+)\/edit\/([^/]+)\/?$/.exec(pathname) ?? []
  const collection = collectionNames.find((name) => collections[name].admin.path === path)
  return collection && id !== undefined ? { collection, id: decodeURIComponent(id) } : undefined
}

export const entryItemId = ({ collection, id }: EntryRef): string => `entry ${collection}/${id}`

const titlesOf = (titles: EntryTitles | undefined, name: CollectionName) => titles?.collections?.[name] ?? []

export const entryItems = (titles: EntryTitles | undefined, { go }: Places): PaletteItem[] =>
  collectionNames.flatMap((collection) =>
    titlesOf(titles, collection).map(([id, title]) => ({
      id: entryItemId({ collection, id }),
      label: title || `${collections[collection].label.one} without a ${collections[collection].preview.title}`,
      detail: collections[collection].label.one,
      leaves: true,
      run: () => go(formPath({ collection, id })),
    })),
  )

/**
 * Every field of every collection. A field opens in the form that is open, else in the entry of its collection that was chosen
 * last, else in the first one; without any, in the form of a new one. Until the titles are known, none of that is.
 */
export const fieldItems = (
  titles: EntryTitles | undefined,
  open: EntryRef | undefined,
  recent: readonly string[],
  { go }: Places,
): PaletteItem[] => {
  if (!titles) return []
  return collectionNames.flatMap((collection) => {
    const { label, admin, fields } = collections[collection]
    const list = titlesOf(titles, collection)
    const chosen =
      open?.collection === collection
        ? list.find(([id]) => id === open.id)
        : recent.flatMap((item) => list.filter(([id]) => entryItemId({ collection, id }) === item))[0]
    const [id, title] = chosen ?? list[0] ?? []
    const of = title ? `${label.one} “${title}”` : `New ${label.one.toLowerCase()}`
    return Object.entries(fields as Fields).map(([name, field]) => ({
      id: `field ${collection}/${name}`,
      label: field.label,
      detail: of,
      keywords: `${label.one} ${label.many} field ${field.help ?? ''}`,
      leaves: true,
      run: () => go(id === undefined ? `/admin/${admin.path}/create` : formPath({ collection, id }), { field: name }),
    }))
  })
}
