import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Change } from '../../model/journal/change.ts'
import { screenOf } from '../frame/screens.ts'

const others: Readonly<Record<string, string>> = {
  settings: '/admin/settings',
  'spam-rules': '/admin/contact/spam-rules',
  media: '/admin/media',
}

const editPath = (path: string, entry: string) => `/admin/${path}/edit/${encodeURIComponent(entry)}`

/** Path in the admin of what a change names, as the change left it; undefined when it is gone. */
export const changeLink = ({ collection, entry, after }: Change): string | undefined => {
  if (collection === 'share-links') {
    // Links of before there were any for pages name a project alone.
    const { project, entry: id = project, collection: of = 'projects' } = (after ?? {}) as Record<string, string>
    return id && editPath(findCollection(of)?.admin.path ?? '', id)
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
  return editPath(path, entry)
}
