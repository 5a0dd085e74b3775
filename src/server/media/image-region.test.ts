import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { colourAt, quarters } from '../../../tests/support/pictures.ts'
import { createImageProcess, type ImageProcess } from './image-process.ts'

let images: ImageProcess
beforeAll(() => {
  images = createImageProcess()
})
afterAll(() => images.close())

const colourOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
// To the next of nine steps: what a lossy format keeps of a colour.
const near = (colour: number[]) => colour.map((value) => Math.round(value / 32) * 32)

/** The pixels as a camera held in that way would store them: the inverse of how EXIF says they are to be turned. */
const asStored = async (upright: Uint8Array, orientation: number): Promise<Buffer> => {
  const turns: Record<number, (image: Sharp) => Sharp> = {
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    6: (image) => image.rotate(270),
    8: (image) => image.rotate(90),
  }
  // Transposed and transversed are two steps each; one pipeline would do them in its own order.
  const steps = orientation === 5 ? [6, 4] : orientation === 7 ? [8, 4] : [orientation]
  let pixels = upright
  for (const step of steps) pixels = await (turns[step] ?? ((image) => image))(sharp(pixels)).png().toBuffer()
  return sharp(pixels).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'an image is cut as it stands upright, whatever its EXIF orientation (%i)',
  async (orientation) => {
    const colours = ['#ff0000', '#0000ff', '#00ff00', '#ffff00'] as const
    const stored = await asStored(await quarters(400, 200, colours).png().toBuffer(), orientation)
    // Two corners of one side are enough to tell the eight apart.
    for (const [n, hex] of colours.slice(0, 2).entries()) {
      const colour = near(colourOf(hex))
      const { width, height, placeholder, variants } = await images.encode(stored, {
        ...{ left: n * 200, top: 0, width: 200, height: 100 },
      })
      expect([width, height]).toEqual([200, 100])
      expect(placeholder.split(' ').map(colourOf).map(near)).toEqual(Array(5).fill(colour))
      for (const { bytes } of variants) {
        const { exif, orientation: said, width: own = 0, height: high = 0 } = await sharp(bytes).metadata()
        expect([exif, said, high]).toEqual([undefined, undefined, Math.round(own * 0.5)])
        for (const x of [3, own - 4]) expect(near(await colourAt(bytes, x, high >> 1))).toEqual(colour)
      }
    }
  },
)
