import { isVideoUrl } from '../../model/media/media-item.ts'
import type { Media } from '../media/media.ts'
import { mediaSnapshot } from '../media/media-snapshot.ts'
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
