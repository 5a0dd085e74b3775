import type { CvPath } from '../../model/cv/cv-paths.ts'
import { contentDisposition } from '../media/file-headers.ts'
import { bufferOf } from '../media/media-snapshot.ts'
import { pageCaching } from '../publishing/caching.ts'
import { compressWhole } from '../publishing/compression.ts'
import { mergedHeaders } from '../publishing/merged-headers.ts'
import { createSnapshot, entityTag, type Snapshot } from '../publishing/snapshots.ts'
import { cvTypes } from './cv-forms.ts'

const downloaded: readonly CvPath[] = ['/cv.pdf', '/cv.docx']

/** The answer with one form of the CV. `title` names the file that a browser stores. */
export const cvSnapshot = async (
  path: CvPath,
  { bytes, title }: { bytes: Uint8Array; title: string },
  security: readonly string[],
): Promise<Snapshot> => {
  const type = cvTypes[path]
  const own = downloaded.includes(path)
    ? [
        ...['Content-Security-Policy', "default-src 'none'; sandbox"],
        ...['Content-Disposition', contentDisposition(`${title}${path.slice(path.indexOf('.'))}`, 'attachment')],
      ]
    : []
  const headers = mergedHeaders(['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding'], security, own)
  const bodies = await compressWhole(bufferOf(bytes))
  return createSnapshot({ status: 200, type, bodies, etag: entityTag(bodies.identity, type, ...headers), headers })
}
