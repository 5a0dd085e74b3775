import { TooLarge, UnsupportedType } from '../../model/errors.ts'
import { heicRefusal, isHeic, uploadLimits } from '../../model/media/upload-limits.ts'
import type { EncodedImage } from './image-job.ts'
import type { ImageProcess } from './image-process.ts'
import { isVideo, readVideo } from './video.ts'
import { withoutMetadata } from './without-metadata.ts'

/** An upload as it is stored. */
interface Upload {
  bytes: Uint8Array
  /** Its type; `image/*` until an image is decoded. */
  type: string
  /** Makes what is stored with it. Throws as `ImageProcess.encode` does. */
  encode(): Promise<EncodedImage>
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).equals(Buffer.from(text, 'latin1'))

const asStored = (type: string, size = { width: 0, height: 0 }): EncodedImage => ({
  ...{ type, width: size.width, height: size.height, placeholder: '', variants: [] },
})

const assertFits = ({ byteLength }: Uint8Array, kind: keyof typeof uploadLimits): void => {
  const { bytes, message } = uploadLimits[kind]
  if (byteLength > bytes) throw new TooLarge(message)
}

/** Throws `UnsupportedType` unless it begins and ends as a PDF does (ISO 32000-2, 7.5.2 and 7.5.5). */
const believePdf = (bytes: Uint8Array): void => {
  const end = Buffer.from(bytes.subarray(-2048)).toString('latin1')
  const begins = /^%PDF-[12]\.\d/.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))
  if (!begins || !/startxref\s+\d+\s+%%EOF/.test(end))
    throw new UnsupportedType('This PDF is damaged or cut short. Open it, save it again and retry.')
}

/** True for a text file in some encoding that may be XML. It begins with a byte order mark, spaces, `<`. */
export const isMarkup = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 512)).toString('latin1'))

const isCompressed = (bytes: Uint8Array) => startsWith(bytes, '\x1f\x8b')

/**
 * Reads an upload by its bytes, whatever its name says: a PDF is stored as it is, an SVG sanitized, all else is an image or a video, which
 * lose their metadata. Throws `TooLarge`, `UnsupportedType`, and what `ImageProcess.sanitize` throws.
 */
export const readUpload = async (images: ImageProcess, bytes: Uint8Array): Promise<Upload> => {
  if (startsWith(bytes, '%PDF-')) {
    assertFits(bytes, 'pdf')
    believePdf(bytes)
    return { bytes, type: 'application/pdf', encode: async () => asStored('application/pdf') }
  }
  if (isHeic(bytes)) throw new UnsupportedType(heicRefusal)
  if (isVideo(bytes)) {
    assertFits(bytes, 'video')
    const { type, ...frame } = readVideo(bytes)
    return { bytes: withoutMetadata(bytes), type, encode: async () => asStored(type, frame) }
  }
  if (isCompressed(bytes))
    throw new UnsupportedType('Compressed files are not read. Save a logo as plain SVG, without compression.')
  if (isMarkup(bytes)) {
    assertFits(bytes, 'svg')
    const { svg, width, height } = await images.sanitize(bytes)
    return { bytes: svg, type: 'image/svg+xml', encode: async () => asStored('image/svg+xml', { width, height }) }
  }
  assertFits(bytes, 'image')
  const clean = withoutMetadata(bytes)
  return { bytes: clean, type: 'image/*', encode: () => images.encode(clean) }
}
