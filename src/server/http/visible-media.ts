import type { IncomingMessage } from 'node:http'
import { isVideoUrl } from '../../model/media/media-item.ts'
import type { AccountParts } from '../accounts/auth-api.ts'
import { carriesOurCookie } from '../accounts/sessions.ts'
import { storableCookies } from '../endpoint/request-body.ts'
import type { Media } from '../media/media.ts'
import { mediaSnapshot, type ReadyMedia, type ShownMedia } from '../media/ready-media.ts'
import { forOneOnly, immutable } from '../snapshots/security-headers.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'

type Video = NonNullable<Awaited<ReturnType<Media['video']>>>

/** A file of Media as it is answered: whole, or a video, which is read in parts. */
export type MediaAnswer = { snapshot: Snapshot } | { video: Video; name: string; caching: string }

/** Reads a file of Media by its name in URLs, when `allows` lets the item be seen. */
export const readMedia = async (
  { media, security }: { media: Media; security: readonly string[] },
  name: string,
  caching: string,
  allows: (item: { media: string; rendition: string }) => boolean | Promise<boolean>,
): Promise<MediaAnswer | undefined> => {
  if (isVideoUrl.test(`/media/${name}`)) {
    const video = await media.video(name)
    return video && (await allows(video)) ? { video, name, caching } : undefined
  }
  const found = await media.variant(name)
  return found && (await allows(found)) ? { snapshot: mediaSnapshot(name, found, caching, security) } : undefined
}

/** Answers `/media/…`: visitors get what the page or a setting names; the signed-in owner gets everything, since the admin shows drafts. */
export const createVisibleMedia = (
  { accounts, config }: AccountParts,
  shown: ShownMedia,
  ready: Pick<ReadyMedia, 'load'>,
  source: Parameters<typeof readMedia>[0],
) => {
  const isOwner = async (request: IncomingMessage): Promise<boolean> => {
    const { cookie = '' } = request.headers
    if (!carriesOurCookie(cookie, config.publicUrl)) return false
    const signedIn = await accounts.signedIn({ cookie: storableCookies(cookie) })
    return signedIn?.account.role === 'owner'
  }

  const forVisitors = async (path: string, name: string): Promise<MediaAnswer | undefined> => {
    if (isVideoUrl.test(path))
      return readMedia(source, name, immutable, (found) => shown.isShown(found, name.slice(0, 16)))
    const snapshot = await ready.load(path)
    return snapshot && { snapshot }
  }

  return async (request: IncomingMessage, path: string): Promise<MediaAnswer | undefined> => {
    const name = path.slice('/media/'.length)
    const found = await forVisitors(path, name)
    if (found) return found
    return (await isOwner(request)) ? readMedia(source, name, forOneOnly, () => true) : undefined
  }
}

export type VisibleMedia = ReturnType<typeof createVisibleMedia>
