import { sharePath } from '../../model/publishing/share-link.ts'
import { isNamed, mediaNamedIn, type NamedMedia } from '../media/named-media.ts'
import { compressAtOnce } from '../publishing/compression.ts'
import { mergedHeaders } from '../publishing/merged-headers.ts'
import type { SharedDraft } from '../publishing/share-links.ts'
import { createSnapshot, entityTag } from '../publishing/snapshots.ts'
import type { Services } from '../services.ts'
import { type MediaAnswer, readMedia } from './read-media.ts'

const caching = 'private, no-store'
/** No search engine lists it, no other site hears of it, nothing in between keeps it. */
const secrecy = ['Cache-Control', caching, 'X-Robots-Tag', 'noindex, nofollow', 'Referrer-Policy', 'no-referrer']

const address = /^([\w-]{43})(?:\/media\/([\w.-]{1,200}))?$/
const mediaUrls = /\/media\/(?=([0-9a-f]{16})[.-])/g

/** The text with the media that visitors may not fetch at their addresses below the link. */
const through = (token: string, text: string, shown: NamedMedia): string =>
  text.replace(mediaUrls, (url, stem: string) => (shown.stems.has(stem) ? url : `${sharePath}${token}${url}`))

/** Answers `/share/{token}` with the draft’s page, and `/share/{token}/media/{name}` with what that draft names of Media. */
export const createShareDoor = (services: Services) => {
  const { shareLinks, sharedPage, publisher, media, security } = services
  const parts = { media, security: mergedHeaders(security(), secrecy) }

  const page = async (token: string, draft: SharedDraft): Promise<MediaAnswer | undefined> => {
    const found = await sharedPage(draft)
    if (!found) return undefined
    const identity = Buffer.from(through(token, found.body, mediaNamedIn(publisher.written())))
    const headers = mergedHeaders(security(found.styles), ['Vary', 'Accept-Encoding'], secrecy)
    const bodies = { identity, zstd: compressAtOnce(identity) }
    const etag = entityTag(identity, ...headers)
    return { snapshot: createSnapshot({ status: 200, type: found.type, bodies, etag, headers }) }
  }

  return async (path: string): Promise<MediaAnswer | undefined> => {
    const [, token, name] = address.exec(path.slice(sharePath.length)) ?? []
    const draft = token === undefined ? undefined : await shareLinks.find(token)
    if (!draft || token === undefined) return undefined
    if (name === undefined) return page(token, draft)
    const named = mediaNamedIn(draft.entry.draft)
    return readMedia(parts, name, caching, (item) => isNamed(named, item.media, item.rendition, name.slice(0, 16)))
  }
}

export type ShareDoor = ReturnType<typeof createShareDoor>
