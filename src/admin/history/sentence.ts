import { findCollection } from '../../model/content/collections/index.ts'
import type { Change } from '../../model/journal/change.ts'

export const verbs: Record<string, string> = {
  create: 'created',
  update: 'edited',
  publish: 'published',
  unpublish: 'taken off the page',
  remove: 'deleted',
  restore: 'restored',
  discard: 'taken back to what visitors see',
  schedule: 'scheduled',
  reorder: 'reordered',
  crop: 'cropped',
  replace: 'replaced',
  undo: 'undone',
  erase: 'deleted for good',
  end: 'ended',
  'replace-link': 'given another link',
}

export const otherLabels: Record<string, string> = {
  media: 'Image',
  'spam-rules': 'Spam rules',
  'share-links': 'Link for review',
  'cv-variants': 'Variant of the CV',
}

/** Things that are called by their name. */
const hasName = new Set(['media', 'cv-variants'])

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
  if (!definition) return `${otherLabels[collection] ?? 'Settings'}${named} ${verb}`
  if (entry === null)
    return action === 'undo'
      ? `Order of ${definition.label.many.toLowerCase()} undone`
      : `${definition.label.many} ${verb}`
  const title = titleIn(after, definition.preview.title) || titleIn(before, definition.preview.title)
  return `${definition.label.one}${title ? ` “${title}”` : ''} ${verb}`
}
