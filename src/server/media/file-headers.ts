import type { StoredBytes } from './stored-bytes.ts'

/** A file is downloaded and an SVG is shown; neither may run or fetch anything, opened on its own or not. */
const policies = new Map([
  ['application/pdf', "default-src 'none'; sandbox"],
  ['image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
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
    ...(fileName === undefined ? [] : ['Content-Disposition', contentDisposition(fileName, 'attachment')]),
    ...(type === 'application/pdf' ? ['Accept-Ranges', 'none'] : []),
  ]
}
