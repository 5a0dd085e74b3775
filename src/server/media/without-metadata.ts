import { crc32 } from 'node:zlib'
import { UnsupportedType } from '../../model/errors.ts'
import { eraseInAvif, eraseInVideo, isBoxes, isVideo } from './video.ts'

const damaged = () => new UnsupportedType('This image is damaged or cut short. Open it, save it again and retry.')

const isAt = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/** Orientation in Exif, 1 to 8; 1 where it says none (Exif 3.0, 4.6.5). */
const orientationIn = (given: Buffer): number => {
  const exif = isAt(given, 0, 'Exif\0\0') ? given.subarray(6) : given
  if (exif.length < 14) return 1
  const isLittle = isAt(exif, 0, 'II')
  const short = (at: number) => (at + 2 > exif.length ? 0 : isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  for (let at = directory + 2, left = short(directory); left > 0 && at < exif.length; left -= 1, at += 12)
    if (short(at) === 0x0112) return short(at + 8) > 0 && short(at + 8) <= 8 ? short(at + 8) : 1
  return 1
}

/** Exif that says how the image is turned, and nothing else; undefined for an upright one. */
const exifOf = (orientation: number): Buffer | undefined =>
  orientation === 1
    ? undefined
    : Buffer.from(
        `4d4d002a00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`,
        'hex',
      )

/** ITU-T T.81, annex B. Colours need the profile (APP2) and Adobe's mark (APP14). */
const keptInJpeg = (marker: number, bytes: Buffer, at: number) =>
  marker !== 0xfe &&
  ((marker & 0xf0) !== 0xe0 ||
    (marker === 0xe0 && isAt(bytes, at, 'JFIF\0')) ||
    (marker === 0xe2 && isAt(bytes, at, 'ICC_PROFILE\0')) ||
    (marker === 0xee && isAt(bytes, at, 'Adobe')))

type Ranges = [from: number, to: number][]

/** No image has as many notes between its parts; each range costs more than its bytes. */
const mostRanges = 10_000

/** Adjoining ranges become one: a hostile file has millions. */
const keep = (ranges: Ranges, from: number, to: number) => {
  const last = ranges.at(-1)
  if (last?.[1] === from) last[1] = to
  else if (ranges.push([from, to]) > mostRanges) throw damaged()
}

const partsOf = (bytes: Buffer, ranges: Ranges) => ranges.map(([from, to]) => bytes.subarray(from, to))

const jpeg = (bytes: Buffer): Buffer[] => {
  const ranges: Ranges = []
  let orientation = 1
  for (let at = 2; at < bytes.length; ) {
    const isMark = bytes[at] === 0xff
    const marker = bytes[at + 1] ?? 0xd9
    // Pixels, in which 0xff is followed by 0 or by a mark of their own.
    if (!isMark || marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      const next = bytes.indexOf(0xff, at + (isMark && marker !== 0xff ? 2 : 1))
      const to = next < 0 ? bytes.length : next
      keep(ranges, at, to)
      at = to
      continue
    }
    // What follows the end, such as a second image or a film, is no part of this one.
    if (marker === 0xd9) {
      keep(ranges, at, at + 2)
      break
    }
    if (at + 4 > bytes.length) throw damaged()
    const to = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && isAt(bytes, at + 4, 'Exif\0\0')) orientation = orientationIn(bytes.subarray(at + 4, to))
    if (keptInJpeg(marker, bytes, at + 4)) keep(ranges, at, to)
    at = to
  }
  const exif = exifOf(orientation)
  const turned = exif ? [Buffer.from([0xff, 0xe1, 0, exif.length + 8]), Buffer.from('Exif\0\0'), exif] : []
  return [bytes.subarray(0, 2), ...turned, ...partsOf(bytes, ranges)]
}

/** Chunks of PNG (third edition) with pixels, colours and frames; those with a capital in front are needed in any case. */
const keptInPng = /^(?:[A-Z]|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|cICP|mDCV|cLLI|acTL|fcTL|fdAT)/

const pngChunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
  return [number(data.length), named, number(crc32(named))]
}

const png = (bytes: Buffer): Buffer[] => {
  const ranges: Ranges = []
  let turned: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const to = at + 12 + bytes.readUInt32BE(at)
    if (to > bytes.length) throw damaged()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const exif = type === 'eXIf' ? exifOf(orientationIn(bytes.subarray(at + 8, to - 4))) : undefined
    if (exif) turned = pngChunk(type, exif)
    if (keptInPng.test(type)) keep(ranges, at, to)
    if (type === 'IEND') break
    at = to
  }
  const [head = Buffer.alloc(0), ...others] = partsOf(bytes, ranges)
  // After the header, which is the first chunk and has 25 bytes.
  return [bytes.subarray(0, 8), head.subarray(0, 25), ...turned, head.subarray(25), ...others]
}

/** RFC 9649: the header names the chunks that follow. */
const webp = (bytes: Buffer): Buffer[] => {
  const ranges: Ranges = []
  const end = Math.min(bytes.length, bytes.readUInt32LE(4) + 8)
  let exif: Buffer | undefined
  for (let at = 12; at + 8 <= end; ) {
    const size = bytes.readUInt32LE(at + 4)
    const to = at + 8 + size + (size % 2)
    if (at + 8 + size > end) throw damaged()
    if (isAt(bytes, at, 'EXIF')) exif = exifOf(orientationIn(bytes.subarray(at + 8, to)))
    if (/^(?:VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/.test(bytes.toString('latin1', at, at + 4)))
      keep(ranges, at, Math.min(to, bytes.length))
    at = to
  }
  const parts = partsOf(bytes, ranges)
  if (exif) parts.push(Buffer.from(`EXIF${String.fromCharCode(exif.length)}\0\0\0`, 'latin1'), exif)
  const [first] = parts
  if (first && isAt(first, 0, 'VP8X')) first[8] = ((first[8] ?? 0) & ~0x0c) | (exif ? 0x08 : 0)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4)
  return [head, ...parts]
}

/**
 * An image or a video without what it says of its making (Exif, XMP, IPTC, texts, tags): the place, names, the device. Pixels, colour
 * profile and orientation stay byte for byte. May change the given bytes, in whose place it leaves zeros. Other files are given back.
 * Throws `UnsupportedType` for a damaged one.
 */
export const withoutMetadata = (given: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (isVideo(bytes)) eraseInVideo(bytes)
  else if (isBoxes(bytes)) eraseInAvif(bytes, damaged)
  else if (isAt(bytes, 0, '\xff\xd8\xff')) return Buffer.concat(jpeg(bytes))
  else if (isAt(bytes, 0, '\x89PNG')) return Buffer.concat(png(bytes))
  else if (isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP')) return Buffer.concat(webp(bytes))
  return given
}
