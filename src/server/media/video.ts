import { UnsupportedType } from '../../model/errors.ts'
import { brandsOf } from '../../model/media/upload-limits.ts'

/** Facts from the container of a video, which is not decoded. */
interface VideoFacts {
  type: 'video/mp4' | 'video/webm'
  /** Of a frame, upright, in px. */
  width: number
  height: number
}

/** More pixels a side than any video on a page has; a size beyond it is not believed. */
const longestSide = 16_384

const damaged = () =>
  new UnsupportedType('This video is damaged or cut short. Export it again as MP4 or WebM and retry.')

/** Throws `UnsupportedType` for a size that no video has. */
const factsOf = (type: VideoFacts['type'], width: number, height: number): VideoFacts => {
  const isBelievable = (side: number) => side >= 1 && side <= longestSide
  if (!isBelievable(width) || !isBelievable(height)) throw damaged()
  return { type, width, height }
}

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
const isMp4 = (bytes: Buffer): boolean => isBoxes(bytes) && !imageBrand.test(brandsOf(bytes)[0] ?? '')

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
const readMp4 = (bytes: Buffer): VideoFacts => {
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
const eraseInMp4 = (bytes: Buffer): void => {
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

// RFC 8794 (EBML) and RFC 9559 (Matroska): elements with an id and a size, both of variable length.

const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
} as const

interface Element {
  id: number
  /** Offsets of its content. */
  from: number
  to: number
}

const lengthAt = (bytes: Buffer, at: number): number => {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  if (length > 8 || at + length > bytes.length) throw damaged()
  return length
}

const elementAt = (bytes: Buffer, at: number, end: number): Element => {
  const idLength = lengthAt(bytes, at)
  if (idLength > 4) throw damaged()
  const sizeAt = at + idLength
  const sizeLength = lengthAt(bytes, sizeAt)
  const from = sizeAt + sizeLength
  // The first byte has a mark of the length in front of the number.
  let size = (bytes[sizeAt] as number) & (0xff >> sizeLength)
  for (let next = sizeAt + 1; next < from; next += 1) size = size * 256 + (bytes[next] as number)
  // All ones: a live recording that did not know its size.
  const to = size >= 2 ** (7 * sizeLength) - 1 ? end : from + size
  if (to > end) throw damaged()
  return { id: bytes.readUIntBE(at, idLength), from, to }
}

/** More elements than lie before the first frames, or in a description of tracks. */
const mostElements = 1000

function* elementsIn(bytes: Buffer, { from, to }: Omit<Element, 'id'>): Generator<Element> {
  let count = 0
  for (let at = from; at < to; ) {
    count += 1
    if (count > mostElements) throw damaged()
    const element = elementAt(bytes, at, to)
    yield element
    at = element.to
  }
}

const childElement = (bytes: Buffer, parent: Element | undefined, id: number): Element | undefined =>
  parent && [...elementsIn(bytes, parent)].find((element) => element.id === id)

const numberOf = (bytes: Buffer, element: Element | undefined): number =>
  element && element.to - element.from <= 4 && element.to > element.from
    ? bytes.readUIntBE(element.from, element.to - element.from)
    : 0

const isEbml = (bytes: Buffer): boolean => bytes.length >= 8 && bytes.readUInt32BE(0) === ids.head

const videoIn = (bytes: Buffer, tracks: Element): Element | undefined => {
  const track = [...elementsIn(bytes, tracks)].find(
    (element) => element.id === ids.track && numberOf(bytes, childElement(bytes, element, ids.trackType)) === 1,
  )
  return childElement(bytes, track, ids.video)
}

/** Reads a WebM up to its first frames; it must be as long as it says. Throws `UnsupportedType`. */
const readWebm = (bytes: Buffer): VideoFacts => {
  const head = elementAt(bytes, 0, bytes.length)
  const docType = childElement(bytes, head, ids.docType)
  const named = docType ? bytes.toString('latin1', docType.from, docType.to).replace(/\0+$/, '') : ''
  if (named !== 'webm')
    throw new UnsupportedType('This is a Matroska file, which browsers do not play. Export it as MP4 or WebM.')
  const segment = elementAt(bytes, head.to, bytes.length)
  if (segment.id !== ids.segment || segment.to !== bytes.length) throw damaged()
  let tracks: Element | undefined
  for (const element of elementsIn(bytes, segment)) {
    if (element.id === ids.cluster) {
      if (!tracks) throw damaged()
      const video = videoIn(bytes, tracks)
      if (!video) throw new UnsupportedType('This file holds sound only. Choose a video.')
      const [width, height] = [ids.width, ids.height].map((id) => numberOf(bytes, childElement(bytes, video, id)))
      return factsOf('video/webm', width ?? 0, height ?? 0)
    }
    if (element.id === ids.tracks) tracks = element
  }
  throw damaged()
}

/** Tags and Attachments of a segment; Title and DateUTC in its Info. */
const notedElements = [0x1254c367, 0x1941a469, 0x7ba9, 0x4461]

/** Overwrites the notes of a WebM (title, date, tags) by Void elements, in place. Throws `UnsupportedType`. */
const eraseInWebm = (bytes: Buffer): void => {
  // More than an hour of video has.
  let left = 50_000
  const erase = (from: number, to: number, isInfo = false) => {
    for (let at = from; at < to; ) {
      left -= 1
      const element = elementAt(bytes, at, to)
      const holdsInfo = element.id === 0x1549a966
      if (left < 0 || (isInfo && holdsInfo)) throw damaged()
      if (holdsInfo) erase(element.from, element.to, true)
      if (notedElements.includes(element.id)) {
        const length = element.to - at
        // Its id is 0xec; its size has one byte, or eight with a mark in front.
        const head = length < 9 ? 2 : 9
        bytes.fill(0, at, element.to)
        bytes[at] = 0xec
        bytes[at + 1] = head === 2 ? 0x80 | (length - 2) : 0x01
        if (head === 9) bytes.writeUIntBE(length - 9, at + 3, 6)
      }
      at = element.to
    }
  }
  const segment = elementAt(bytes, elementAt(bytes, 0, bytes.length).to, bytes.length)
  erase(segment.from, segment.to)
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const isVideo = (bytes: Uint8Array): boolean => isMp4(asBuffer(bytes)) || isEbml(asBuffer(bytes))

/** Reads the container of a video, which is never decoded here. Throws `UnsupportedType` unless it is an MP4 or a WebM, whole, with frames. */
export const readVideo = (bytes: Uint8Array): VideoFacts =>
  isMp4(asBuffer(bytes)) ? readMp4(asBuffer(bytes)) : readWebm(asBuffer(bytes))

/** Overwrites what a video says of its making, in place. Throws `UnsupportedType` for a damaged one. */
export const eraseInVideo = (bytes: Buffer): void => (isMp4(bytes) ? eraseInMp4(bytes) : eraseInWebm(bytes))
