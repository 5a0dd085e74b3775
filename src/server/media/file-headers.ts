import type { StoredBytes } from './stored-bytes.ts'

// A browser wraps a video that is opened on its own in a document, which loads it again and has a style of its own. In a sandbox that
// document would have no origin, and could not load it.
const videoPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/** A PDF is downloaded, an SVG shown and a video played; none may run or fetch anything else, opened on its own or not. */
const policies = new Map([
  ['application/pdf', "default-src 'none'; sandbox"],
  ['image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ['video/mp4', videoPolicy],
  ['video/webm', videoPolicy],
])

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

// RFC 6266 with a fallback in ASCII: letters, digits and marks that no header and no file system reads in another way.
const fallback = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\w.\- ]/g, '')
    .replace(/^[. ]+/, '')
    .trim() || 'file'

export const contentDisposition = (name: string, how: 'attachment' | 'inline'): string =>
  `${how}; filename="${fallback(name)}"; filename*=UTF-8''${encoded(name)}`

/** Headers of a stored file besides its type, names and values in turn; none for an image with variants. */
export const fileHeaders = ({ type, fileName }: Pick<StoredBytes, 'type'> & { fileName?: string }): string[] => {
  const policy = policies.get(type)
  if (policy === undefined) return []
  return [
    'Content-Security-Policy',
    policy,
    ...(fileName === undefined
      ? []
      : ['Content-Disposition', contentDisposition(fileName, type === 'application/pdf' ? 'attachment' : 'inline')]),
    ...(type === 'application/pdf' ? ['Accept-Ranges', 'none'] : []),
  ]
}
