/** The images that are decoded, and as what people know them. The image encoder and `withoutMetadata` read each. */
const decoded = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', avif: 'AVIF' } as const

const typeOf = (format: string) => `image/${format}`
const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Formats of images that are decoded, as their types name them. */
export const decodedFormats = Object.keys(decoded) as (keyof typeof decoded)[]

/** Types of the images that are decoded, and of all images that can be uploaded. */
export const decodedTypes: readonly string[] = decodedFormats.map(typeOf)
export const imageTypes: readonly string[] = [...decodedTypes, 'image/svg+xml']

/** The decoded formats with these others, such as “JPEG, PNG or SVG”. */
export const formatNames = (...others: readonly string[]): string => list.format([...Object.values(decoded), ...others])

const mebibyte = 1024 * 1024

/** The most bytes of an upload of each kind, and the message about a larger one. */
export const uploadLimits = {
  image: {
    bytes: 6 * mebibyte,
    message: 'This file is larger than 6 MB. Save the image smaller, 2000 pixels wide is plenty.',
  },
  pdf: { bytes: 10 * mebibyte, message: 'This PDF is larger than 10 MB. Save it with smaller images.' },
  svg: { bytes: mebibyte, message: 'This SVG is larger than 1 MB. Simplify it, or save it as PNG.' },
  video: {
    bytes: 30 * mebibyte,
    message: 'This video is larger than 30 MB. Export it shorter, smaller, or with a lower bitrate.',
  },
} as const

export const heicRefusal =
  'HEIC pictures cannot be shown by all browsers. On the iPhone: Settings → Camera → Formats → Most Compatible; or export it as JPEG.'

/** Brands of a file of boxes, the major one first (ISO/IEC 14496-12, 4.3); none of any other file. */
export const brandsOf = (start: Uint8Array): string[] => {
  const text = String.fromCharCode(...start.subarray(0, 256))
  if (text.slice(4, 8) !== 'ftyp') return []
  const end = text.charCodeAt(2) * 256 + text.charCodeAt(3)
  return [text.slice(8, 12), ...(text.slice(16, end).match(/[\s\S]{4}/g) ?? [])]
}

/** True for the beginning of a HEIC (ISO/IEC 23008-12, annex B.4): boxes with a brand of it, and with none of AVIF. */
export const isHeic = (start: Uint8Array): boolean => {
  const brands = brandsOf(start)
  return brands.some((brand) => /^he[iv][cxms]$/.test(brand)) && !brands.some((brand) => /^avi[fs]$/.test(brand))
}
