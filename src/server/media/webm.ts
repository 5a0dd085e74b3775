import { UnsupportedType } from '../../model/errors.ts'
import { damaged, factsOf, type VideoFacts } from './video-facts.ts'

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

const childOf = (bytes: Buffer, parent: Element | undefined, id: number): Element | undefined =>
  parent && [...elementsIn(bytes, parent)].find((element) => element.id === id)

const numberOf = (bytes: Buffer, element: Element | undefined): number =>
  element && element.to - element.from <= 4 && element.to > element.from
    ? bytes.readUIntBE(element.from, element.to - element.from)
    : 0

export const isEbml = (bytes: Buffer): boolean => bytes.length >= 8 && bytes.readUInt32BE(0) === ids.head

const videoIn = (bytes: Buffer, tracks: Element): Element | undefined => {
  const track = [...elementsIn(bytes, tracks)].find(
    (element) => element.id === ids.track && numberOf(bytes, childOf(bytes, element, ids.trackType)) === 1,
  )
  return childOf(bytes, track, ids.video)
}

/** Reads a WebM up to its first frames; it must be as long as it says. Throws `UnsupportedType`. */
export const readWebm = (bytes: Buffer): VideoFacts => {
  const head = elementAt(bytes, 0, bytes.length)
  const docType = childOf(bytes, head, ids.docType)
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
      const [width, height] = [ids.width, ids.height].map((id) => numberOf(bytes, childOf(bytes, video, id)))
      return factsOf('video/webm', width ?? 0, height ?? 0)
    }
    if (element.id === ids.tracks) tracks = element
  }
  throw damaged()
}

/** Tags and Attachments of a segment; Title and DateUTC in its Info. */
const noted = [0x1254c367, 0x1941a469, 0x7ba9, 0x4461]

/** Overwrites the notes of a WebM (title, date, tags) by Void elements, in place. Throws `UnsupportedType`. */
export const eraseInWebm = (bytes: Buffer): void => {
  // More than an hour of video has.
  let left = 50_000
  const erase = (from: number, to: number, isInfo = false) => {
    for (let at = from; at < to; ) {
      left -= 1
      const element = elementAt(bytes, at, to)
      const holdsInfo = element.id === 0x1549a966
      if (left < 0 || (isInfo && holdsInfo)) throw damaged()
      if (holdsInfo) erase(element.from, element.to, true)
      if (noted.includes(element.id)) {
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
