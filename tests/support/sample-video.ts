// Containers as the standards describe them, with text where pictures would be: the product never decodes a video.

interface Sample {
  /** Bytes in place of pictures. */
  padding?: number
  width?: number
  height?: number
  /** Turned by a quarter, as phones do. */
  turned?: boolean
  handler?: 'vide' | 'soun'
  brand?: string
}

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const ascii = (text: string) => Buffer.from(text, 'latin1')

const trackHead = ({ width = 640, height = 360, turned = false }: Sample) => {
  const body = Buffer.alloc(84)
  body.writeInt32BE(turned ? 0 : 65_536, 40)
  body.writeInt32BE(turned ? 65_536 : 0, 44)
  body.writeUInt32BE(width * 65_536, 76)
  body.writeUInt32BE(height * 65_536, 80)
  return box('tkhd', body)
}

/** An MP4 of one track, unlike any with another text. */
export const sampleMp4 = (text: string, sample: Sample = {}): Buffer => {
  const { padding = 0, handler = 'vide', brand = 'isom' } = sample
  const hdlr = box('hdlr', Buffer.alloc(8), ascii(handler), Buffer.alloc(13))
  const track = box('trak', trackHead(sample), box('mdia', hdlr))
  const head = box('ftyp', ascii(brand), Buffer.alloc(4), ascii(brand))
  return Buffer.concat([head, box('moov', track), box('mdat', ascii(text), Buffer.alloc(padding))])
}

const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length))
  size.writeUInt8(0x01)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const number = (value: number) => Buffer.from([value >> 8, value & 0xff])

/** A WebM of one track; `docType` is what it says to be. */
export const sampleWebm = (
  text: string,
  { padding = 0, width = 640, height = 360, handler = 'vide', docType = 'webm' }: Sample & { docType?: string } = {},
): Buffer => {
  const video = element('e0', element('b0', number(width)), element('ba', number(height)))
  const track = element('ae', element('83', Buffer.from([handler === 'vide' ? 1 : 2])), video)
  const pictures = element('1f43b675', ascii(text), Buffer.alloc(padding))
  return Buffer.concat([
    element('1a45dfa3', element('4282', ascii(docType))),
    element('18538067', element('1654ae6b', track), pictures),
  ])
}
