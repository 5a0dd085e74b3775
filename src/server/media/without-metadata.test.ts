import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { halves } from '../../../tests/support/pictures.ts'
import { sampleMp4, sampleWebm } from '../../../tests/support/sample-video.ts'
import { decodedFormats } from '../../model/media/upload-limits.ts'
import { withoutMetadata } from './without-metadata.ts'

const secret = 'Ingrid at 59.91N'
const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta><?xpacket end="w"?>`
const holds = (bytes: Uint8Array) => Buffer.from(bytes).includes(secret)
const pixels = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer()

/** An image that is turned, has a profile, and says who and where in every way. */
const telling = (format: Format, orientation?: number) => {
  const image = halves(60, 40, '#c04020', '#2040c0')
    .withIccProfile('p3')
    .withExif({ IFD0: { ImageDescription: secret, Artist: secret }, IFD3: { GPSLatitude: '59/1 54/1 0/1' } })
    .withXmp(xmp)
  return (orientation ? image.withMetadata({ orientation }) : image).toFormat(format, { quality: 90 }).toBuffer()
}

type Format = (typeof decodedFormats)[number]

it.each<readonly [Format, number]>([
  // Each that can be uploaded: another one is given back as it came.
  ...decodedFormats.map((format) => [format, 1] as const),
  ['jpeg', 6],
  ['png', 8],
  ['webp', 3],
])(
  'a %s with orientation %i loses what it says of place and person, and shows the same',
  async (format, orientation) => {
    const given = await telling(format, orientation)
    expect(holds(given)).toBe(true)
    const shown = await pixels(given)
    const before = await sharp(given).metadata()
    const bytes = withoutMetadata(Buffer.from(given))
    expect(holds(bytes)).toBe(false)
    const after = await sharp(bytes).metadata()
    expect([after.width, after.height, after.orientation ?? 1]).toEqual([before.width, before.height, orientation])
    expect(after.icc?.equals(before.icc as Buffer)).toBe(true)
    // Its place in an AVIF has zeros; elsewhere Exif says how it is turned, in twelve bytes.
    const left = [...(after.xmp ?? []), ...(after.exif ?? [])].filter((byte) => byte !== 0)
    expect(left.length).toBeLessThan(20)
    expect((await pixels(bytes)).equals(shown)).toBe(true)
    expect(Buffer.from(withoutMetadata(Buffer.from(bytes))).equals(Buffer.from(bytes))).toBe(true)
  },
)

it('what follows the end of a JPEG or PNG, and comments and texts in them, are gone', async () => {
  const clean = withoutMetadata(await halves(60, 40, '#c04020', '#2040c0').jpeg({ progressive: true }).toBuffer())
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), Buffer.from(secret)])
  const iptc = Buffer.concat([Buffer.from([0xff, 0xed, 0, secret.length + 2]), Buffer.from(secret)])
  const told = Buffer.concat([clean.subarray(0, 2), comment, iptc, clean.subarray(2), Buffer.from(secret)])
  expect(Buffer.from(withoutMetadata(told)).equals(Buffer.from(clean))).toBe(true)

  const png = withoutMetadata(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer())
  const text = Buffer.concat([Buffer.from([0, 0, 0, secret.length]), Buffer.from(`tEXt${secret}`), Buffer.alloc(4)])
  const written = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from(secret)])
  expect(Buffer.from(withoutMetadata(written)).equals(Buffer.from(png))).toBe(true)
})

it('a JPEG of millions of marks is read in one pass, and one with a cut segment is refused', () => {
  const marks = Buffer.alloc(6 * 2 ** 20, Buffer.from([0xff, 0x00]))
  expect(withoutMetadata(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xff]), marks])).length).toBe(marks.length + 4)
  expect(() => withoutMetadata(Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0]))).toThrow('damaged or cut short')
})

const numbers = (size: number, ...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')))
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([numbers(4, body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** An AVIF whose only item is Exif, in these extents of its 256 bytes of data, which come last. */
const exifIn = (extents: readonly (readonly [at: number, length: number])[], sizes = 4) => {
  const infe = box('infe', numbers(4, 0x02000000), numbers(2, 1, 0), Buffer.from('Exif\0'))
  const made = (data: number) => {
    const places = extents.flatMap(([at, length]) => (sizes === 0 ? [] : [numbers(sizes, data + at, length)]))
    const iloc = [numbers(4, 0), numbers(1, sizes * 17, 0), numbers(2, 1, 1, 0, extents.length), ...places]
    const meta = box('meta', numbers(4, 0), box('iinf', numbers(4, 0), numbers(2, 1), infe), box('iloc', ...iloc))
    return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), meta, box('mdat', Buffer.alloc(256, 'x'))])
  }
  return made(made(0).length - 256)
}

it('an AVIF loses an Exif in two extents, and is refused with empty, overlapping or thousands of extents', () => {
  const bytes = Buffer.from(
    withoutMetadata(
      exifIn([
        [0, 100],
        [150, 106],
      ]),
    ),
  )
  expect(bytes.subarray(-256).toString().replaceAll('\0', '')).toBe('x'.repeat(50))
  const [nothing, whole] = [
    [0, 0],
    [0, 256],
  ] as const
  for (const odd of [
    exifIn([nothing, nothing], 0),
    exifIn([nothing]),
    exifIn(Array.from({ length: 40 }, () => whole)),
    exifIn(Array.from({ length: 5000 }, () => [0, 1])),
  ])
    expect(() => withoutMetadata(odd)).toThrow('This image is damaged or cut short.')
})

it('an image of countless chunks is copied as one, and refused where every second one would be taken out', async () => {
  const image = halves(60, 40, '#c04020', '#2040c0')
  const webp = await image.clone().webp().toBuffer()
  const png = await image.clone().png().toBuffer()
  const jpeg = await image.clone().jpeg().toBuffer()
  const alpha = Buffer.from('ALPH\0\0\0\0')
  const withChunks = (chunks: Buffer) => {
    const whole = Buffer.concat([webp, chunks])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  const many = withChunks(Buffer.alloc(8 * 20_000, alpha))
  const concat = vi.spyOn(Buffer, 'concat')
  expect(Buffer.from(withoutMetadata(Buffer.from(many))).equals(many)).toBe(true)
  expect(concat.mock.lastCall?.[0].length).toBeLessThan(10)
  concat.mockRestore()

  const note = Buffer.concat([alpha, Buffer.from('NOTE\0\0\0\0')])
  const text = Buffer.concat(['IDAT', 'tEXt'].map((type) => box(type, Buffer.alloc(4)).fill(0, 0, 4)))
  const comment = Buffer.from('ffe100027878', 'hex')
  for (const odd of [
    withChunks(Buffer.alloc(16 * 20_000, note)),
    Buffer.concat([png.subarray(0, 33), Buffer.alloc(24 * 20_000, text), png.subarray(33)]),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(6 * 20_000, comment), jpeg.subarray(2)]),
  ])
    expect(() => withoutMetadata(odd)).toThrow('This image is damaged or cut short.')
})

it('a video of countless boxes is refused, whether they are in each other or in a row', () => {
  const depth = 20_000
  const inEachOther = (size: number, head: (left: number) => Buffer) =>
    Buffer.concat(Array.from({ length: depth }, (_, n) => head((depth - n) * size)))
  const moovs = inEachOther(8, (left) => Buffer.concat([numbers(4, left), Buffer.from('moov')]))
  const infos = inEachOther(12, (left) => Buffer.concat([numbers(4, 0x1549a966, 0x01000000, left - 12)]))
  const inMany = Buffer.alloc(8008 * 10, box('moov', Buffer.alloc(8000, box('free'))))
  const segment = (content: Buffer) =>
    Buffer.concat([
      numbers(4, 0x1a45dfa3),
      numbers(1, 0x80),
      numbers(4, 0x18538067, 0x01000000, content.length),
      content,
    ])
  for (const odd of [
    Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), moovs]),
    Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), ...Array.from({ length: 6 }, () => inMany)]),
    segment(infos),
    segment(Buffer.alloc(120_000, numbers(1, 0xec, 0x80))),
  ])
    expect(() => withoutMetadata(odd)).toThrow('This video is damaged or cut short.')
})

it('a video loses its notes in place, so that every offset into it stays right', () => {
  const place = box('udta', box('\xa9xyz', Buffer.from(secret)))
  const plain = sampleMp4('A walk')
  const mp4 = Buffer.concat([plain, box('uuid', Buffer.from(secret)), box('moov', place, box('trak', place))])
  const bytes = withoutMetadata(Buffer.from(mp4))
  expect([holds(mp4), holds(bytes), bytes.length]).toEqual([true, false, mp4.length])
  expect(Buffer.from(bytes).subarray(0, plain.length).equals(plain)).toBe(true)

  const tags = Buffer.concat([Buffer.from([0x12, 0x54, 0xc3, 0x67, 0x80 | secret.length]), Buffer.from(secret)])
  const webm = Buffer.concat([sampleWebm('A walk'), tags])
  const segment = webm.indexOf(Buffer.from('18538067', 'hex'))
  webm.writeUIntBE(webm.length - segment - 12, segment + 6, 6)
  const cleared = withoutMetadata(Buffer.from(webm))
  expect([holds(webm), holds(cleared), cleared.length]).toEqual([true, false, webm.length])
  expect(Buffer.from(cleared).subarray(-tags.length).toString('hex')).toMatch(/^ec01/)
})
