import { UnsupportedType } from '../../model/errors.ts'
import { brandsOf } from '../../model/media/upload-limits.ts'
import { damaged, factsOf, type VideoFacts } from './video-facts.ts'

// ISO/IEC 14496-12: a file is a list of boxes, each with its size and a type of four characters.

interface Box {
  type: string
  typeAt: number
  /** Offsets of its content. */
  from: number
  to: number
}

/** More than fragmented files of this size have, at all depths together; a file of empty boxes is not walked to its end. */
const boxesLeft = () => ({ boxes: 50_000 })

function* boxesIn(bytes: Buffer, from: number, to: number, left: ReturnType<typeof boxesLeft>): Generator<Box> {
  for (let at = from; at < to; ) {
    left.boxes -= 1
    if (at + 8 > to || left.boxes < 0) throw damaged()
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw damaged()
    const head = short === 1 ? 16 : 8
    if (at + head > to) throw damaged()
    const size = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < head || at + size > to) throw damaged()
    yield { type, typeAt: at + 4, from: at + head, to: at + size }
    at += size
  }
}

const childOf = (bytes: Buffer, parent: Box, type: string, left = boxesLeft()): Box | undefined =>
  [...boxesIn(bytes, parent.from, parent.to, left)].find((box) => box.type === type)

// AVIF and HEIC are boxes as well.
const imageBrand = /^(?:avi[fs]|hei[cxms]|hev[cmsx]|mif1|msf1)$/
const videoBrand = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v )$/

export const isBoxes = (bytes: Buffer): boolean => bytes.length >= 16 && bytes.toString('latin1', 4, 8) === 'ftyp'

/** True for a file that begins with boxes: MP4, and QuickTime, which is refused later with its own message. */
export const isMp4 = (bytes: Buffer): boolean => isBoxes(bytes) && !imageBrand.test(brandsOf(bytes)[0] ?? '')

/** Shown width and height of a track: 16.16 fixed point behind a matrix, which may turn it by a quarter. */
const sizeOf = (bytes: Buffer, { from, to }: Box): [number, number] => {
  const matrix = from + (bytes[from] === 1 ? 52 : 40)
  if (matrix + 44 > to) throw damaged()
  const width = Math.round(bytes.readUInt32BE(matrix + 36) / 65_536)
  const height = Math.round(bytes.readUInt32BE(matrix + 40) / 65_536)
  return bytes.readInt32BE(matrix) === 0 ? [height, width] : [width, height]
}

const videoTrack = (bytes: Buffer, moov: Box): Box | undefined => {
  const left = boxesLeft()
  return [...boxesIn(bytes, moov.from, moov.to, left)].find((track) => {
    const mdia = track.type === 'trak' ? childOf(bytes, track, 'mdia', left) : undefined
    const hdlr = mdia && childOf(bytes, mdia, 'hdlr', left)
    return hdlr !== undefined && bytes.toString('latin1', hdlr.from + 8, hdlr.from + 12) === 'vide'
  })
}

/** Reads an MP4 to its end, box by box. Throws `UnsupportedType`. */
export const readMp4 = (bytes: Buffer): VideoFacts => {
  if (!brandsOf(bytes).some((brand) => videoBrand.test(brand)))
    throw new UnsupportedType('This is no MP4 that browsers play. Export it as MP4 (H.264) or WebM.')
  const all = [...boxesIn(bytes, 0, bytes.length, boxesLeft())]
  const moov = all.find(({ type }) => type === 'moov')
  if (!moov || !all.some(({ type }) => type === 'mdat')) throw damaged()
  const track = videoTrack(bytes, moov)
  if (!track) throw new UnsupportedType('This file holds sound only. Choose a video.')
  const head = childOf(bytes, track, 'tkhd')
  if (!head) throw damaged()
  return factsOf('video/mp4', ...sizeOf(bytes, head))
}

const noted = ['udta', 'meta', 'uuid']
const timed = ['mvhd', 'tkhd', 'mdhd']

/** Overwrites the notes of a file (place, device, title, times), in place: offsets into it stay right. Tracks of notes are left. */
export const eraseInMp4 = (bytes: Buffer): void => {
  const left = boxesLeft()
  const erase = (from: number, to: number, depth: number) => {
    if (depth > 3) throw damaged()
    for (const box of boxesIn(bytes, from, to, left)) {
      if (noted.includes(box.type)) {
        bytes.write('free', box.typeAt, 'latin1')
        bytes.fill(0, box.from, box.to)
      }
      // Two times behind version and flags, of 4 or 8 bytes each.
      else if (timed.includes(box.type))
        bytes.fill(0, box.from + 4, Math.min(box.to, box.from + (bytes[box.from] === 1 ? 20 : 12)))
      else if (['moov', 'trak', 'mdia'].includes(box.type)) erase(box.from, box.to, depth + 1)
    }
  }
  erase(0, bytes.length, 0)
}

/** Numbers one after the other, of 0 to 8 bytes each. */
const reader = (bytes: Buffer, start: number, end: number) => {
  let at = start
  return (size: number): number => {
    if (at + size > end) throw damaged()
    let value = 0
    for (const byte of bytes.subarray(at, at + size)) value = value * 256 + byte
    at += size
    return value
  }
}

/** Items of Exif and XMP, by their ids (ISO/IEC 14496-12, 8.11.6). */
const notedItems = (bytes: Buffer, { from, to }: Box, left: ReturnType<typeof boxesLeft>): Set<number> => {
  const isShort = bytes[from] === 0
  const ids = new Set<number>()
  for (const { type, from: at, to: end } of boxesIn(bytes, from + (isShort ? 6 : 8), to, left)) {
    const version = bytes[at] ?? 0
    const next = reader(bytes, at + 4, end)
    const id = version < 2 || type !== 'infe' ? -1 : next(version === 2 ? 2 : 4)
    next(2)
    if (id >= 0 && [0x45786966, 0x6d696d65].includes(next(4))) ids.add(id)
  }
  return ids
}

/** Items and their extents together; an image of 48 megapixels has two hundred tiles. */
const mostPlaces = 2000

/** Overwrites Exif, XMP and other notes of an AVIF, in place, in linear time. Throws what `failure` makes. */
export const eraseInAvif = (bytes: Buffer, failure: () => Error): void => {
  const left = { ...boxesLeft(), places: mostPlaces, bytes: bytes.length }
  try {
    for (const box of boxesIn(bytes, 0, bytes.length, left)) {
      if (box.type === 'uuid') bytes.fill(0, box.from, box.to)
      if (box.type !== 'meta') continue
      const meta = { ...box, from: box.from + 4 }
      const [iinf, iloc, idat] = ['iinf', 'iloc', 'idat'].map((type) => childOf(bytes, meta, type, left))
      if (!iinf || !iloc) continue
      const items = notedItems(bytes, iinf, left)
      const version = bytes[iloc.from] ?? 0
      const next = reader(bytes, iloc.from + 4, iloc.to)
      const [sizes, more] = [next(1), next(1)]
      const numbers = version < 2 ? 2 : 4
      // ISO/IEC 14496-12, 8.11.3.
      for (let count = next(numbers); count > 0; count -= 1) {
        left.places -= 1
        const id = next(numbers)
        const isInside = version > 0 && (next(2) & 15) === 1
        next(2)
        const base = next(more >> 4) + (isInside ? (idat?.from ?? 0) : 0)
        for (let extents = next(2); extents > 0; extents -= 1) {
          if (version > 0) next(more & 15)
          const at = base + next(sizes >> 4)
          const length = next(sizes & 15)
          left.places -= 1
          if (items.has(id)) left.bytes -= length
          // An empty extent costs no bytes of the list; overlapping ones would fill the file many times.
          if (length === 0 || left.places < 0 || left.bytes < 0) throw failure()
          if (items.has(id) && at >= 16) bytes.fill(0, Math.min(at, bytes.length), Math.min(at + length, bytes.length))
        }
      }
    }
  } catch {
    throw failure()
  }
}
