import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { bomb, colourAt, halves } from '../../../tests/support/pictures.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import { TooLarge, TooMany, Unavailable, UnsupportedType } from '../../model/errors.ts'
import { createImageProcess, type ImageProcess } from './image-process.ts'

const opened: ImageProcess[] = []
// The limits on time are for a machine that does nothing else.
const patient = { decodeTimeoutMs: 120_000, workTimeoutMs: 120_000 }
const open = (options?: Parameters<typeof createImageProcess>[0]) => {
  const images = createImageProcess({ ...patient, ...options })
  opened.push(images)
  return images
}
afterEach(() => {
  for (const images of opened.splice(0)) images.close()
})
// One process for all tests that are about images: it is made for many.
const usual = createImageProcess({ ...patient, idleMs: 120_000 })
afterAll(() => usual.close())

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const small = () => halves(64, 32, '#ff0000', '#0000ff').png().toBuffer()
const colourOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
// To the next of nine steps: what a lossy format keeps of a colour.
const near = (colour: number[]) => colour.map((value) => Math.round(value / 32) * 32)

describe('an image', () => {
  it('is offered in every format, in widths up to its own, small ones first', async () => {
    const { variants } = await usual.encode(await halves(800, 600, '#ff0000', '#0000ff').png().toBuffer())
    const widths = (format: string) => variants.flatMap((one) => (one.format === format ? [one.width] : []))
    expect(widths('avif')).toEqual([160, 320, 480, 720, 800])
    expect(widths('webp')).toEqual([160, 320, 480, 720, 800])
    expect(widths('jpeg')).toEqual([320, 720, 800])
    for (const { format, width, bytes } of variants) {
      const metadata = await sharp(bytes).metadata()
      expect([metadata.format, metadata.width]).toEqual([format === 'avif' ? 'heif' : format, width])
    }
  })

  it('is never larger than 2000 pixels wide, however large the original', async () => {
    const { width, height, variants } = await usual.encode(bomb(2500, 250))
    expect([width, height]).toEqual([2500, 250])
    expect(Math.max(...variants.map((one) => one.width))).toBe(2000)
  })

  it('has a placeholder of its mean colour and its corners', async () => {
    const { placeholder } = await usual.encode(await halves(400, 200, '#ff0000', '#0000ff').png().toBuffer())
    expect(placeholder).toMatch(/^#[0-9a-f]{6}( #[0-9a-f]{6}){4}$/)
    const [red, blue] = [
      [256, 0, 0],
      [0, 0, 256],
    ]
    expect(placeholder.split(' ').slice(1).map(colourOf).map(near)).toEqual([red, blue, red, blue])
  })

  it('stands upright as its EXIF orientation says, and says nothing else of its origin', async () => {
    const turned = await halves(300, 200, '#ff0000', '#0000ff')
      .withExif({ IFD0: { Copyright: 'someone', Make: 'camera' }, IFD3: { GPSLatitude: '38/1 43/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { width, height, variants } = await usual.encode(turned)
    expect([width, height]).toEqual([200, 300])
    for (const { width: own, bytes } of variants) {
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      const rows = Math.round(own * 1.5)
      expect(near(await colourAt(bytes, 10, 10))).toEqual([256, 0, 0])
      expect(near(await colourAt(bytes, 10, rows - 10))).toEqual([0, 0, 256])
    }
  })

  it.each([
    ['a PNG of 16 bits a channel', () => halves(64, 32, '#ff0000', '#0000ff').toColourspace('rgb16').png().toBuffer()],
    ['a JPEG in Display P3', () => halves(64, 32, '#ff0000', '#0000ff').withIccProfile('p3').jpeg().toBuffer()],
    ['an AVIF', () => halves(64, 32, '#ff0000', '#0000ff').avif().toBuffer()],
  ])('comes out in sRGB from %s', async (_, make) => {
    const { variants } = await usual.encode(await make())
    for (const { bytes } of variants) {
      expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
      expect(near(await colourAt(bytes, 8, 8))).toEqual([256, 0, 0])
    }
  })

  it('comes out in sRGB from a JPEG in CMYK, as red as ink can be', async () => {
    const { variants } = await usual.encode(
      await halves(64, 32, '#ff0000', '#0000ff').toColourspace('cmyk').jpeg().toBuffer(),
    )
    for (const { bytes } of variants) {
      const [red = 0, green = 255, blue = 255] = await colourAt(bytes, 8, 8)
      expect(red).toBeGreaterThan(200)
      expect(Math.max(green, blue)).toBeLessThan(60)
    }
  })

  it('comes out in three channels from a grey one', async () => {
    const grey = await halves(64, 32, '#404040', '#c0c0c0').toColourspace('b-w').png().toBuffer()
    const { variants, placeholder } = await usual.encode(grey)
    expect(placeholder.split(' ').slice(1, 3).map(colourOf).map(near)).toEqual([
      [64, 64, 64],
      [192, 192, 192],
    ])
    expect(variants).toHaveLength(3)
  })

  it('keeps its transparency, on white where there is none', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { variants } = await usual.encode(clear)
    for (const { format, bytes } of variants) {
      expect((await sharp(bytes).metadata()).hasAlpha).toBe(format !== 'jpeg')
      if (format === 'jpeg') expect(near(await colourAt(bytes, 20, 20))).toEqual([256, 256, 256])
    }
  })

  it('is the first frame of an animated WebP', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((colour) => halves(64, 32, colour, colour).png().toBuffer()),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const { width, height, variants } = await usual.encode(animated)
    expect([width, height]).toEqual([64, 32])
    for (const { bytes } of variants) {
      const { height: own, pages = 1 } = await sharp(bytes).metadata()
      expect([own, pages]).toEqual([32, 1])
    }
    expect(near(await colourAt(variants[0]?.bytes ?? new Uint8Array(), 8, 8))).toEqual([256, 0, 0])
  })
})

describe('a file that is not taken', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const gif = () => halves(64, 32, '#ff0000', '#0000ff').gif().toBuffer()
  const tiff = () => halves(64, 32, '#ff0000', '#0000ff').tiff().toBuffer()

  it.each([
    ['an SVG', async () => Buffer.from(svg)],
    ['an SVG that begins like XML', async () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a GIF', gif],
    ['a TIFF', tiff],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj')],
    ['nothing', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('An image of a sunset')],
    ['HTML that begins with a JPEG’s first bytes', async () => Buffer.from('\xff\xd8\xff<html><script>', 'latin1')],
  ])('is %s', async (_, make) => {
    await expect(usual.encode(await make())).rejects.toThrow(UnsupportedType)
  })

  it('is an image cut short', async () => {
    const whole = await sharp({
      create: {
        width: 600,
        height: 400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
    for (const bytes of await Promise.all([
      whole.clone().jpeg().toBuffer(),
      whole.clone().png().toBuffer(),
      whole.clone().webp().toBuffer(),
    ])) {
      await expect(usual.encode(bytes.subarray(0, bytes.length / 2))).rejects.toThrow('damaged or cut short')
    }
  })

  it('is one of 25 megapixels', async () => {
    const refusal: unknown = await usual.encode(bomb(5000, 5000)).catch((error) => error)
    expect(refusal).toBeInstanceOf(TooLarge)
    expect(String(refusal)).toMatch(/25 megapixels; 24 is the most/)
  })

  it('is an SVG that no SVG reader ever opens, not after a drawing of our own either', async () => {
    const images = usual
    // A reader would call it damaged.
    const broken = Buffer.from(svg.replace('</svg>', '<'))
    await expect(images.encode(broken)).rejects.toThrow('not an image that can be shown')
    expect((await sharp(await images.rasterise(Buffer.from(svg))).metadata()).width).toBe(9)
    await expect(images.rasterise(broken)).rejects.toThrow('could not be prepared')
    await expect(images.encode(broken)).rejects.toThrow('not an image that can be shown')
  })

  it('leaves the process ready for the next', async () => {
    const images = usual
    await expect(images.encode(Buffer.from(svg))).rejects.toThrow(UnsupportedType)
    const { pid } = images
    await expect(images.encode(await small())).resolves.toMatchObject({ width: 64 })
    expect(images.pid).toBe(pid)
  })

  it('is not helped by what surrounds the image: only pixels come out', async () => {
    const polyglot = Buffer.concat([await small(), Buffer.from('<script>alert(1)</script>')])
    const { type, variants } = await usual.encode(polyglot)
    expect(type).toBe('image/png')
    for (const { bytes } of variants) expect(Buffer.from(bytes).includes('<script>')).toBe(false)
  })
})

describe('the image process', () => {
  it('serves one after the other', async () => {
    const images = usual
    const done: number[] = []
    const make = async (bytes: Uint8Array) => done.push((await images.encode(bytes)).width)
    await Promise.all([make(bomb(600, 400)), make(await small()), make(bomb(300, 200))])
    expect(done).toEqual([600, 64, 300])
  })

  it('turns away whoever comes when eight are waiting', async () => {
    const images = usual
    const bytes = await small()
    const taken = Array.from({ length: 8 }, () => images.encode(bytes))
    await expect(images.encode(bytes)).rejects.toThrow(TooMany)
    await Promise.all(taken)
    await expect(images.encode(bytes)).resolves.toMatchObject({ width: 64 })
  })

  it('is killed when reading takes too long, and the next image gets a new one', async () => {
    const images = open({ decodeTimeoutMs: 3000 })
    await images.encode(await small())
    const { pid = 0 } = images
    process.kill(pid, 'SIGSTOP')
    const started = performance.now()
    await expect(images.encode(await small())).rejects.toThrow('took more than 3 s')
    expect(performance.now() - started).toBeGreaterThan(2990)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await expect(images.encode(await small())).resolves.toMatchObject({ width: 64 })
    expect(images.pid).not.toBe(pid)
  })

  it('ends itself above its memory bound, and the next image gets a new one', async () => {
    const images = open({ memoryBytes: 220 * 1024 * 1024 })
    await expect(images.encode(bomb(5900, 4000))).rejects.toThrow('takes too much memory')
    await expect(images.encode(await small())).resolves.toMatchObject({ width: 64 })
  })

  it.each([
    // As the kernel ends it when memory runs out.
    ['SIGKILL', Unavailable, 'ran out of memory'],
    ['SIGSEGV', UnsupportedType, 'could not be read'],
  ] as const)('survives its own violent death by %s and gives the reason', async (signal, Refusal, reason) => {
    const images = open()
    await images.encode(await small())
    const { pid = 0 } = images
    const underway = images.encode(bomb(3000, 2000))
    process.kill(pid, signal)
    const refusal: unknown = await underway.catch((error) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(String(refusal)).toContain(reason)
    await expect(images.encode(await small())).resolves.toMatchObject({ width: 64 })
  })

  it('refuses what is under way and what comes after closing', async () => {
    const images = open()
    await images.encode(await small())
    const { pid = 0 } = images
    const underway = images.encode(bomb(3000, 2000))
    images.close()
    await expect(underway).rejects.toThrow(Unavailable)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await expect(images.encode(await small())).rejects.toThrow(Unavailable)
  })

  // Only Linux shows a process's environment and its memory, in /proc.
  it.skipIf(process.platform !== 'linux')('knows nothing of the server’s environment', async () => {
    vi.stubEnv('AUTH_SECRET', 'not for images')
    const images = open()
    await images.encode(await small())
    expect(readFileSync(`/proc/${images.pid}/environ`, 'utf8')).not.toContain('not for images')
    vi.unstubAllEnvs()
  })

  if (thorough && process.platform === 'linux')
    it('reads the worst image it takes within its memory bound', async () => {
      const images = open({ idleMs: 120_000 })
      await images.encode(bomb(6000, 4000))
      const status = readFileSync(`/proc/${images.pid}/status`, 'utf8')
      const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
      expect(peak).toBeGreaterThan(100_000)
      expect(peak).toBeLessThan(500_000)
    })
})
