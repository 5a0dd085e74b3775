import { sharePath } from '../../model/publishing/share-link.ts'
import type { Database } from '../db/database.ts'
import type { Media } from '../media/media.ts'
import { isNamed, mediaNamedIn, type NamedMedia } from '../media/media-row.ts'
import type { Config } from '../process/config.ts'
import type { DrawnTexts } from '../publishing/drawn-texts.ts'
import { mapCssUrls, mapUrls } from '../publishing/page-urls.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { createSharedPage, SharedDraft, ShareLinks } from '../publishing/share-links.ts'
import { forOneOnly, type SecurityHeaders, secrecy } from '../snapshots/security-headers.ts'
import { createShelf } from '../snapshots/shelf.ts'
import { compressAtOnce, createSnapshot, entityTag, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import { type MediaAnswer, readMedia } from './visible-media.ts'

/** Bodies of shared pages that are kept until their draft, or what is published, changes. */
const mostBytes = 4 * 1024 * 1024

const address = /^([\w-]{43})(?:\/media\/([\w.-]{1,200}))?$/
const mediaPath = /^\/media\/([0-9a-f]{16})[.-]/

/** URL below the link for media of this site that visitors may not fetch. Another site must not hear of the token. */
const through =
  (token: string, publicUrl: string, shown: NamedMedia) =>
  (url: string): string => {
    const origin = url.startsWith(`${publicUrl}/`) ? publicUrl : ''
    const path = url.slice(origin.length)
    const [, stem] = mediaPath.exec(path) ?? []
    return stem === undefined || shown.stems.has(stem) ? url : `${origin}${sharePath}${token}${path}`
  }

/** Answers `/share/{token}` with the draft’s page, and `/share/{token}/media/{name}` with what that draft names of Media. */
export const createSharedDrafts = (given: {
  db: Database
  shareLinks: ShareLinks
  sharedPage: ReturnType<typeof createSharedPage>
  publisher: Publisher
  media: Media
  security: SecurityHeaders
  config: Config
  texts: DrawnTexts
}) => {
  const { db, shareLinks, sharedPage, publisher, media, security, config, texts } = given
  const parts = { media, security: mergedHeaders(security(), secrecy) }

  const shelf = createShelf(mostBytes)
  let content = publisher.content()
  // A draft also shows media that no entry of the site names.
  db.onChange((changes) => {
    if (!changes?.hidden) shelf.clear()
  })
  texts.onLateDraft(shelf.clear)

  const draw = async (token: string, draft: SharedDraft): Promise<Snapshot | undefined> => {
    const found = await sharedPage(draft)
    if (!found) return undefined
    const map = through(token, config.publicUrl, mediaNamedIn(publisher.written()))
    const identity = Buffer.from(mapUrls(found.body, map))
    const styles = found.styles.map((style) => mapCssUrls(style, map))
    const headers = mergedHeaders(security(styles), ['Vary', 'Accept-Encoding'], secrecy)
    const bodies = { identity, zstd: compressAtOnce(identity) }
    const etag = entityTag(identity, ...headers)
    return createSnapshot({ status: 200, type: found.type, bodies, etag, headers })
  }

  const page = async (token: string, draft: SharedDraft): Promise<MediaAnswer | undefined> => {
    // A draft also shows what is published: the same object until a publish has ended that changes what visitors see.
    if (content !== publisher.content()) shelf.clear()
    content = publisher.content()
    const key = `${draft.entry.version} ${draft.until}`
    const keeps = () => content === publisher.content()
    const snapshot = shelf.ready(token, key) ?? (await shelf.make(token, () => draw(token, draft), { key, keeps }))
    return snapshot && { snapshot }
  }

  return async (path: string): Promise<MediaAnswer | undefined> => {
    const [, token, name] = address.exec(path.slice(sharePath.length)) ?? []
    const draft = token === undefined ? undefined : await shareLinks.find(token)
    if (!draft || token === undefined) return undefined
    if (name === undefined) return page(token, draft)
    const named = mediaNamedIn(draft.entry.draft)
    return readMedia(parts, name, forOneOnly, (item) => isNamed(named, item.media, item.rendition, name.slice(0, 16)))
  }
}

export type SharedDrafts = ReturnType<typeof createSharedDrafts>
