import type { CvKind } from '../../model/cv/cv-paths.ts'
import { contentDisposition } from '../media/file-headers.ts'
import { bufferOf } from '../media/media-snapshot.ts'
import { pageCaching } from '../snapshots/caching.ts'
import { compressWhole } from '../snapshots/compression.ts'
import { mergedHeaders } from '../snapshots/merged-headers.ts'
import { createSnapshot, entityTag, type Snapshot } from '../snapshots/snapshots.ts'
import { cvTypes } from './cv-forms.ts'

const downloaded: readonly CvKind[] = ['pdf', 'docx']

/** The answer with one form of a CV. `title` names the file that a browser stores; `headers` come on top of those of a page. */
export const cvSnapshot = async (
  kind: CvKind,
  { bytes, title, headers: further = [] }: { bytes: Uint8Array; title: string; headers?: readonly string[] },
  security: readonly string[],
): Promise<Snapshot> => {
  const type = cvTypes[kind]
  const own = downloaded.includes(kind)
    ? [
        ...['Content-Security-Policy', "default-src 'none'; sandbox"],
        ...['Content-Disposition', contentDisposition(`${title}.${kind}`, 'attachment')],
      ]
    : []
  const headers = mergedHeaders(['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding'], security, own, further)
  const bodies = await compressWhole(bufferOf(bytes))
  return createSnapshot({ status: 200, type, bodies, etag: entityTag(bodies.identity, type, ...headers), headers })
}
