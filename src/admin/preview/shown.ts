import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { blocksField } from '../../model/blocks/blocks-field.ts'
import { setNewerAside } from '../../model/blocks/newer-blocks.ts'
import { collections, findCollection } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { Field, FieldKind } from '../../model/fields/fields.ts'
import type { MediaItem, MediaKind } from '../../model/media/media-item.ts'
import type { Draft, DraftWithMedia, FieldLocation, FromPreview, ToPreview } from '../../model/preview/preview.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/publishing/published-content.ts'
import { call, queryClient } from '../api/client.ts'
import { newEntryId, type Subject } from './subject.ts'

const { draft: draftBlocks } = blocksField({ label: 'Blocks' })

type Values = Readonly<Record<string, unknown>>

const isLines = (value: unknown) => Array.isArray(value) && value.every((line) => typeof line === 'string')

/** Whatever is typed into these can be shown. */
const free: Partial<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  textarea: (value) => typeof value === 'string',
  markdown: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string',
  list: isLines,
  // Of a block, the page shows what there is.
  blocks: (value) => draftBlocks.safeParse(setNewerAside(value).value).success,
}

const showable = (field: Field<unknown>, value: unknown, hasMedia: (id: string) => boolean): boolean => {
  const isFree = free[field.kind]
  if (isFree) return isFree(value)
  if (field.kind === 'image' || field.kind === 'video')
    return value === null || (typeof value === 'string' && hasMedia(value))
  return field.schema.safeParse(value).success
}

/** The items that can be shown. One that was there and cannot be is what it last was; one that came since is not there yet. */
const shownItems = ({ schema }: Field<unknown>, values: readonly unknown[], last: unknown): unknown[] => {
  const before = Array.isArray(last) && last.length === values.length ? last : []
  return values.flatMap((item, at) => (schema.safeParse([item]).success ? [item] : before.slice(at, at + 1)))
}

/** An end that nobody has filled in is not yet an open one. */
const emptyOf = ({ empty, ongoing }: Field<unknown>) => (empty === ongoing ? undefined : empty)

/**
 * The values of a form as the page can show them: what it could not show (half a URL, a number out of bounds, an image that is
 * still being fetched) is what it last was. What visitors may not see stays out, as on the page.
 */
export const shownEntry = (
  { fields }: Pick<Collection, 'fields'>,
  values: Values,
  last: Values,
  hasMedia: (id: string) => boolean,
): Record<string, unknown> =>
  publicData(
    fields,
    Object.fromEntries(
      Object.entries(fields as Record<string, Field<unknown>>).map(([name, field]) => [
        name,
        field.kind === 'items' && Array.isArray(values[name])
          ? shownItems(field, values[name], last[name])
          : showable(field, values[name], hasMedia)
            ? values[name]
            : Object.hasOwn(last, name)
              ? last[name]
              : emptyOf(field),
      ]),
    ),
  )

/** Ids of the images and videos that the form names. */
const mediaOf = (subject: Subject): string[] => {
  const definition = findCollection(subject.collection === 'settings' ? 'about' : subject.collection)
  const values = subject.collection === 'settings' ? subject.about : subject.values
  if (!definition || !values) return []
  return [...new Set(mediaLeaves(definition.fields, values).map(({ value }) => String(value)))]
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

/** One that is known is asked for again only when Media has changed. */
const mediaItem = (id: string): Promise<MediaItem | undefined> =>
  queryClient
    .fetchQuery({
      queryKey: ['media', 'one', id],
      queryFn: ({ signal }) => call('GET /api/media/:id', { id, signal }),
      staleTime: Infinity,
    })
    .catch(() => undefined)

/** The form's values as the page can show them, and their images; undefined until the published content is loaded. */
export const useDraft = (subject: Subject, content: Content | undefined): DraftWithMedia | undefined => {
  const ids = mediaOf(subject)
  // Not `useQueries`: that is 1.4 kB more of each form's first load.
  const { data: items = [] } = useQuery({
    queryKey: ['media', 'shown', ids],
    queryFn: async () => (await Promise.all(ids.map(mediaItem))).filter((one) => one !== undefined),
    placeholderData: keepPreviousData,
  })
  const last = useRef<Draft>(undefined)
  if (!content) return undefined
  // Kept while drawing, since drawing again from the same values gives the same.
  last.current = draftOf(subject, content, last.current, items)
  const ofKind = (one: MediaKind) => items.filter(({ kind }) => kind === one)
  return { draft: last.current, images: ofKind('image'), videos: ofKind('video') }
}

export const useContent = () =>
  useQuery({
    queryKey: ['content'],
    queryFn: ({ signal }) => call('GET /api/content', { signal }),
  })

const timeoutMs = 12_000

interface Link {
  /** Number of times it has begun to listen; 0 before the first. */
  round: number
  drawn: boolean
  shown: boolean
  /** True when the draft cannot be drawn; the page then shows the last one that could. */
  failed: boolean
  missing: boolean
}

const silent: Link = { round: 0, drawn: false, shown: true, failed: false, missing: false }

/** The connection to the page in a frame: typed messages between two windows of one origin. */
export const usePreviewLink = (
  frame: RefObject<HTMLIFrameElement | null>,
  heard: { picked?(selected: FieldLocation): void; left?(): void },
) => {
  const [link, setLink] = useState(silent)
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<FromPreview>) => {
    if (source !== frame.current?.contentWindow || origin !== location.origin) return
    if (data.kind === 'ready') setLink(({ round }) => ({ ...silent, round: round + 1 }))
    else if (data.kind === 'drawn') setLink((now) => ({ ...now, drawn: true, failed: false, shown: data.shown }))
    else if (data.kind === 'failed') setLink((now) => ({ ...now, failed: true }))
    else if (data.kind === 'picked') heard.picked?.(data.selected)
    else if (data.kind === 'left') heard.left?.()
  })
  useEffect(() => {
    const listener = (event: MessageEvent<FromPreview>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const waits = link.round === 0 && !link.missing
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLink((now) => ({ ...now, missing: now.round === 0 })), timeoutMs)
    return () => clearTimeout(timer)
  }, [waits])

  const send = useCallback(
    (message: ToPreview) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [frame],
  )
  return { ...link, send, again: () => setLink(silent) }
}
