import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

const chunk = (kind: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** An interlaced PNG, 16 bits a channel and all black: a few kilobytes that must be held in memory whole to be read. */
export const bomb = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const pixels = deflateSync(Buffer.alloc(width * height * 8 + height * 4), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Two halves side by side, each of one colour. */
export const halves = (width: number, height: number, left: string, right: string): Sharp =>
  sharp({ create: { width, height, channels: 3, background: left } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: right } },
      gravity: 'east',
    },
  ])

/** Four quarters, each of one colour: no turn and no mirroring leaves it as it is. */
export const quarters = (width: number, height: number, colours: readonly [string, string, string, string]): Sharp => {
  const quarter = { width: width / 2, height: height / 2, channels: 3 as const }
  const gravities = ['northwest', 'northeast', 'southwest', 'southeast']
  return sharp({ create: { width, height, channels: 3, background: '#000000' } }).composite(
    colours.map((background, n) => ({ input: { create: { ...quarter, background } }, gravity: gravities[n] ?? '' })),
  )
}

/** The colour at a point of an image's first frame, as `[red, green, blue]`. */
export const colourAt = async (image: Uint8Array, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + 3)]
}
