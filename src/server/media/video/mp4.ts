import { UnsupportedType } from '../../../model/errors.ts'
import { damaged, factsOf, type VideoFacts } from './video-facts.ts'

// ISO/IEC 14496-12: a file is a list of boxes, each with its size and a type of four characters.

interface Box {
  type: string
  /** Offsets of its content. */
  from: number
  to: number
}

/** More than fragmented files of this size have; a file of empty boxes is not walked to its end. */
const mostBoxes = 50_000

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let count = 0
  for (let at = from; at < to; ) {
    count += 1
    if (at + 8 > to || count > mostBoxes) throw damaged()
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw damaged()
    const head = short === 1 ? 16 : 8
    if (at + head > to) throw damaged()
    const size = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < head || at + size > to) throw damaged()
    yield { type, from: at + head, to: at + size }
    at += size
  }
}

const childOf = (bytes: Buffer, parent: Box, type: string): Box | undefined =>
  [...boxesIn(bytes, parent.from, parent.to)].find((box) => box.type === type)

const brandsOf = (bytes: Buffer): string[] => {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}

// AVIF and HEIC are boxes as well.
const imageBrand = /^(?:avi[fs]|hei[cxms]|hev[cmsx]|mif1|msf1)$/
const videoBrand = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v )$/

/** True for a file that begins with boxes: MP4, and QuickTime, which is refused later with its own message. */
export const isMp4 = (bytes: Buffer): boolean =>
  bytes.length >= 16 && bytes.toString('latin1', 4, 8) === 'ftyp' && !imageBrand.test(brandsOf(bytes)[0] ?? '')

/** Shown width and height of a track: 16.16 fixed point behind a matrix, which may turn it by a quarter. */
const sizeOf = (bytes: Buffer, { from, to }: Box): [number, number] => {
  const matrix = from + (bytes[from] === 1 ? 52 : 40)
  if (matrix + 44 > to) throw damaged()
  const width = Math.round(bytes.readUInt32BE(matrix + 36) / 65_536)
  const height = Math.round(bytes.readUInt32BE(matrix + 40) / 65_536)
  return bytes.readInt32BE(matrix) === 0 ? [height, width] : [width, height]
}

const videoTrack = (bytes: Buffer, moov: Box): Box | undefined =>
  [...boxesIn(bytes, moov.from, moov.to)].find((track) => {
    const mdia = track.type === 'trak' ? childOf(bytes, track, 'mdia') : undefined
    const hdlr = mdia && childOf(bytes, mdia, 'hdlr')
    return hdlr !== undefined && bytes.toString('latin1', hdlr.from + 8, hdlr.from + 12) === 'vide'
  })

/** Reads an MP4 to its end, box by box. Throws `UnsupportedType`. */
export const readMp4 = (bytes: Buffer): VideoFacts => {
  if (!brandsOf(bytes).some((brand) => videoBrand.test(brand)))
    throw new UnsupportedType('This is no MP4 that browsers play. Export it as MP4 (H.264) or WebM.')
  const all = [...boxesIn(bytes, 0, bytes.length)]
  const moov = all.find(({ type }) => type === 'moov')
  if (!moov || !all.some(({ type }) => type === 'mdat')) throw damaged()
  const track = videoTrack(bytes, moov)
  if (!track) throw new UnsupportedType('This file holds sound only. Choose a video.')
  const head = childOf(bytes, track, 'tkhd')
  if (!head) throw damaged()
  return factsOf('video/mp4', ...sizeOf(bytes, head))
}
