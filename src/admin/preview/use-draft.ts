import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { collections, findCollection } from '../../model/content/collections/index.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/content/published-content.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import type { MediaItem, MediaKind } from '../../model/media/media-item.ts'
import type { Draft, DraftWithMedia } from '../../model/preview/preview.ts'
import { request } from '../api/client.ts'
import { media } from '../media/media-api.ts'
import { shownEntry } from './shown-entry.ts'
import { newEntryId, type Subject } from './subject.ts'

/** Ids of the images and videos that the form names. */
const mediaOf = (subject: Subject): string[] => {
  const definition = findCollection(subject.collection === 'settings' ? 'about' : subject.collection)
  const values = subject.collection === 'settings' ? subject.about : subject.values
  if (!definition || !values) return []
  const ids = leavesOf(definition.fields, values).flatMap(({ field: { kind }, value }) =>
    (kind === 'image' || kind === 'video') && typeof value === 'string' && value !== '' ? [value] : [],
  )
  return [...new Set(ids)]
}

const draftOf = (subject: Subject, content: Content, last: Draft | undefined, found: readonly MediaItem[]): Draft => {
  const known = (id: string) =>
    imageIn(content.media, id) !== undefined ||
    videoIn(content.videos, id) !== undefined ||
    found.some((one) => one.id === id)
  if (subject.collection === 'settings') {
    const before = last?.collection === 'settings' ? last : undefined
    const settings = subject.shown(subject.values, before?.settings ?? content.settings)
    if (!subject.about) return { collection: 'settings', settings }
    const [first] = content.about
    const shown = shownEntry(collections.about, subject.about, { ...(before?.about ?? first) }, known)
    return {
      collection: 'settings',
      settings,
      about: { ...shown, id: first?.id ?? newEntryId, order: 1 } as PublishedEntry<'about'>,
    }
  }
  const { collection, order = Number.MAX_SAFE_INTEGER, values } = subject
  const id = subject.id ?? newEntryId
  const published = (content[collection] as { id: string }[]).find((entry) => entry.id === id) ?? {}
  const definition = findCollection(collection)
  if (!definition) throw new Error(`There is no collection ${collection}.`)
  const before = last && last.collection !== 'settings' ? last.entry : published
  const entry = { ...shownEntry(definition, values, { ...before }, known), id, order }
  return { collection, entry } as Draft
}

/** The form's values as the page can show them, and their images; undefined until the published content is loaded. */
export const useDraft = (subject: Subject, content: Content | undefined): DraftWithMedia | undefined => {
  const found = useQueries({
    queries: mediaOf(subject).map((id) => ({
      queryKey: ['media', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => media.get(id, signal),
    })),
  })
  const last = useRef<Draft>(undefined)
  if (!content) return undefined
  const items = found.flatMap(({ data }) => (data ? [data] : []))
  // Kept while drawing, since drawing again from the same values gives the same.
  last.current = draftOf(subject, content, last.current, items)
  const ofKind = (one: MediaKind) => items.filter(({ kind }) => kind === one)
  return { draft: last.current, images: ofKind('image'), videos: ofKind('video') }
}

export const useContent = () =>
  useQuery({
    queryKey: ['content'],
    queryFn: ({ signal }) => request<Content>('GET', '/api/content', { signal }),
  })
