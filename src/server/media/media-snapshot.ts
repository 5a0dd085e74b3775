import { mergedHeaders } from '../snapshots/merged-headers.ts'
import { createSnapshot, type Snapshot } from '../snapshots/snapshots.ts'
import { fileHeaders } from './file-headers.ts'
import type { Variant } from './stored-bytes.ts'

export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The answer with a variant or a file, or the redirect to the file that took its place. The name is the content’s hash. */
export const mediaSnapshot = (
  name: string,
  { bytes, movedTo, ...found }: Variant,
  caching: string,
  security: readonly string[],
): Snapshot => {
  const bodies = { identity: bufferOf(bytes) }
  if (movedTo === undefined) {
    const headers = mergedHeaders(['Cache-Control', caching], security, fileHeaders(found))
    return createSnapshot({ status: 200, type: found.type, bodies, etag: `W/"${name}"`, headers })
  }
  const headers = mergedHeaders(['Location', movedTo, 'Cache-Control', 'no-cache'], security)
  return createSnapshot({ status: 302, type: 'text/plain', bodies, etag: `W/"${movedTo}"`, headers })
}
