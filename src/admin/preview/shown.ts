import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { blocksField } from '../../model/blocks/blocks-field.ts'
import { setNewerAside } from '../../model/blocks/kinds.ts'
import { collections, findCollection } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { Field, FieldKind } from '../../model/fields/fields.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import {
  type Draft,
  type FieldLocation,
  type FromPreview,
  previewPath,
  type ToPreview,
} from '../../model/preview/preview.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/publishing/published-content.ts'
import { type AnswerTo, call, queryClient } from '../api/client.ts'
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

const none: MediaItem[] = []

/** The form's values as the page can show them, and their images; no draft until the published content is loaded. */
export const useDraft = (subject: Subject, content: Content | undefined): Pick<ToPreview, 'draft' | 'media'> => {
  const ids = mediaOf(subject)
  // Not `useQueries`: that is 1.4 kB more of each form's first load.
  const { data: media = none } = useQuery({
    queryKey: ['media', 'shown', ids],
    queryFn: async () => (await Promise.all(ids.map(mediaItem))).filter((one) => one !== undefined),
    placeholderData: keepPreviousData,
  })
  const last = useRef<Draft>(undefined)
  if (!content) return { media }
  // Kept while drawing, since drawing again from the same values gives the same.
  const draft = draftOf(subject, content, last.current, media)
  if (JSON.stringify(draft) !== JSON.stringify(last.current)) last.current = draft
  return { draft: last.current, media }
}

export const useContent = () =>
  useQuery({
    queryKey: ['content'],
    queryFn: ({ signal }) => call('GET /api/content', { signal }),
  })

type CheckedCss = AnswerTo<'POST /api/css-checks'>

const typingMs = 400
const noCss: CheckedCss = { css: '', problems: [] }

/** The server's check of CSS, asked once typing pauses; until then its last answer, undefined before the first. */
export const useCheckedCss = (css: string): CheckedCss | undefined => {
  const [settled, settle] = useState(css)
  useEffect(() => {
    const timer = setTimeout(settle, settled === '' ? 0 : typingMs, css)
    return () => clearTimeout(timer)
  }, [css, settled])
  const { data } = useQuery({
    queryKey: ['css', settled],
    queryFn: ({ signal }) => call('POST /api/css-checks', { body: { css: settled }, signal }),
    enabled: settled !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return css === '' ? noCss : data
}

const hidden = atom<readonly string[]>([])

export const setHiddenParts = (parts: readonly string[]) => hidden.set(parts)

/** Parts of the page that the owner's CSS hides in the preview; none while there is no preview. */
export const useHiddenParts = () => useSyncExternalStore(hidden.listen, hidden.get)

const timeoutMs = 12_000

interface Link {
  listening: boolean
  drawn: boolean
  shown: boolean
  /** True when the draft cannot be drawn; the page then shows the last one that could. */
  failed: boolean
  missing: boolean
}

const silent: Link = { listening: false, drawn: false, shown: true, failed: false, missing: false }

/** The connection to the page in a frame, by typed messages between two windows of one origin. It is told what differs from what it knows. */
export const usePreviewLink = (
  frame: RefObject<HTMLIFrameElement | null>,
  told: ToPreview,
  heard: { picked?(selected: FieldLocation): void; left?(): void; hidden?(parts: readonly string[]): void } = {},
) => {
  const [link, setLink] = useState(silent)
  const known = useRef<ToPreview>({})
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<FromPreview>) => {
    if (source !== frame.current?.contentWindow || origin !== location.origin) return
    if (data.kind === 'ready') {
      known.current = {}
      setLink({ ...silent, listening: true })
    } else if (data.kind === 'drawn') setLink((now) => ({ ...now, drawn: true, failed: false, shown: data.shown }))
    else if (data.kind === 'failed') setLink((now) => ({ ...now, failed: true }))
    else if (data.kind === 'picked') heard.picked?.(data.selected)
    else if (data.kind === 'hidden') heard.hidden?.(data.parts)
    else heard.left?.()
  })
  useEffect(() => {
    const listener = (event: MessageEvent<FromPreview>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const { listening, missing } = link
  useEffect(() => {
    if (!listening) return
    const names = (Object.keys(told) as (keyof ToPreview)[]).filter(
      (name) => told[name] !== undefined && told[name] !== known.current[name],
    )
    if (names.length === 0) return
    const news = Object.fromEntries(names.map((name) => [name, told[name]]))
    known.current = { ...known.current, ...news }
    frame.current?.contentWindow?.postMessage(news, location.origin)
  })

  const waits = !listening && !missing
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLink((now) => ({ ...now, missing: !now.listening })), timeoutMs)
    return () => clearTimeout(timer)
  }, [waits])

  const again = () => {
    setLink(silent)
    // Set again, it loads again.
    if (frame.current) frame.current.src = previewPath
  }
  return { ...link, again }
}
